CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE evening (
    id INTEGER NOT NULL,
    title TEXT NOT NULL,
    played_on TEXT,
    closed BOOLEAN NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE event (
    evening INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    pinned TEXT NOT NULL,
    said_at TEXT NOT NULL,
    said_by TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (evening, number),
    FOREIGN KEY(evening) REFERENCES evening (id)
)
 WITHOUT ROWID;

CREATE TABLE current (
    recorder TEXT NOT NULL,
    evening INTEGER NOT NULL,
    PRIMARY KEY (recorder),
    FOREIGN KEY(evening) REFERENCES evening (id)
);

CREATE TRIGGER event_is_appended BEFORE INSERT ON event
    WHEN NEW.number IS NOT 1 + (SELECT coalesce(max(number), 0) FROM event WHERE evening = NEW.evening)
    BEGIN SELECT RAISE(ABORT, 'an event is only ever appended, next in number'); END;

CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;

CREATE TRIGGER evening_keeps_its_number BEFORE UPDATE OF id ON evening WHEN NEW.id IS NOT OLD.id
    BEGIN SELECT RAISE(ABORT, 'an evening keeps its number'); END;

CREATE TRIGGER evening_is_not_deleted BEFORE DELETE ON evening
    BEGIN SELECT RAISE(ABORT, 'an evening is never deleted'); END;

CREATE TABLE sent (
    evening INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    content TEXT NOT NULL,
    number INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (evening, "key"),
    FOREIGN KEY(evening, last) REFERENCES event (evening, number)
);

CREATE TRIGGER sent_is_not_changed BEFORE UPDATE ON sent
    BEGIN SELECT RAISE(ABORT, 'what was sent is never changed'); END;

CREATE TRIGGER sent_is_not_deleted BEFORE DELETE ON sent
    BEGIN SELECT RAISE(ABORT, 'what was sent is never deleted'); END;

CREATE TRIGGER sent_is_not_replaced BEFORE INSERT ON sent
    WHEN EXISTS (SELECT 1 FROM sent WHERE evening = NEW.evening AND key = NEW.key)
      OR EXISTS (SELECT 1 FROM sent WHERE rowid = NEW.rowid)
    BEGIN SELECT RAISE(ABORT, 'what was sent is never changed'); END;

CREATE TABLE totals (
    evening INTEGER NOT NULL,
    number INTEGER NOT NULL,
    digest TEXT NOT NULL,
    rules TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (evening),
    FOREIGN KEY(evening) REFERENCES evening (id)
);

CREATE TABLE payee (
    person TEXT NOT NULL,
    way TEXT NOT NULL,
    value TEXT NOT NULL,
    holder TEXT NOT NULL,
    bic TEXT NOT NULL,
    PRIMARY KEY (person, way)
);

INSERT INTO alembic_version VALUES ('0007');
