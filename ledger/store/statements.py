"""The statements of the log, in the SQL that every database shares.

They are made from `queries`, and not written here: `pytest tests/store/test_statements.py --rewrite` makes them anew.
"""

NEWEST = """
SELECT event.number, event.digest FROM event WHERE event.evening = :evening ORDER BY event.number DESC LIMIT 1
"""

DIGEST = """
SELECT event.digest FROM event WHERE event.evening = :evening AND event.number = :number
"""

EVENTS_FROM = """
SELECT event.number, event.version, event.body, event.pinned, event.said_at, event.said_by, event.digest FROM event
WHERE event.evening = :evening AND event.number >= :number ORDER BY event.number
"""

STORED_EVENTS = """
SELECT event.number, event.kind, event.version, event.body, event.pinned, event.said_at, event.said_by, event.digest
FROM event WHERE event.evening = :evening ORDER BY event.number
"""

SENT = """
SELECT sent.content, sent.number, sent.last FROM sent WHERE sent.evening = :evening AND sent.key = :key
"""

EVENING = """
SELECT evening.id FROM evening WHERE evening.id = :evening
"""

DESCRIBED = """
SELECT evening.title, evening.played_on, evening.closed FROM evening WHERE evening.id = :evening
"""

EVENINGS = """
SELECT evening.id, evening.title, evening.played_on, evening.closed, newest.number, newest.said_at FROM evening LEFT
OUTER JOIN event AS newest ON newest.evening = evening.id AND newest.number = (SELECT max(other.number) AS max_1 FROM
event AS other WHERE other.evening = evening.id) WHERE evening.id != 0 ORDER BY evening.id
"""

HEADS = """
SELECT evening.id, newest.number, newest.digest FROM evening LEFT OUTER JOIN event AS newest ON newest.evening =
evening.id AND newest.number = (SELECT max(other.number) AS max_1 FROM event AS other WHERE other.evening =
evening.id) WHERE evening.id != 0 ORDER BY evening.id
"""

ALL_TOTALS = """
SELECT totals.evening, totals.number, totals.digest, totals.rules, totals.body FROM totals
"""

TOTALS = """
SELECT totals.number, totals.digest, totals.rules, totals.body FROM totals WHERE totals.evening = :evening
"""

COUNTED_TO = """
SELECT totals.number FROM totals WHERE totals.evening = :evening
"""

EVENINGS_THERE = """
SELECT evening.id FROM evening WHERE evening.id != 0 UNION SELECT event.evening FROM event WHERE event.evening != 0
ORDER BY id
"""

CURRENT = """
SELECT current.evening FROM current WHERE current.recorder = :recorder
"""

NEWEST_EVENING = """
SELECT max(evening.id) AS max_1 FROM evening WHERE evening.id != 0
"""

ALL_EVENINGS = """
SELECT evening.id, evening.title, evening.played_on, evening.closed FROM evening WHERE evening.id != 0 ORDER BY
evening.id
"""

ALL_SENT = """
SELECT sent.key, sent.content, sent.number, sent.last FROM sent WHERE sent.evening = :evening ORDER BY sent.key
"""

ALL_CURRENT = """
SELECT current.recorder, current.evening FROM current ORDER BY current.recorder
"""

ALL_PAYEES = """
SELECT payee.person, payee.way, payee.value, payee.holder, payee.bic FROM payee ORDER BY payee.person, payee.way
"""

ADD_EVENING = """
INSERT INTO evening (title, played_on, closed) VALUES (:title, :played_on, :closed) RETURNING evening.id
"""

COPY_EVENING = """
INSERT INTO evening (id, title, played_on, closed) VALUES (:id, :title, :played_on, :closed)
"""

DESCRIBE_EVENING = """
UPDATE evening SET title=:title, played_on=:played_on, closed=:closed WHERE evening.id = :evening
"""

ADD_EVENT = """
INSERT INTO event (evening, number, kind, version, body, pinned, said_at, said_by, digest) VALUES (:evening, :number,
:kind, :version, :body, :pinned, :said_at, :said_by, :digest)
"""

ADD_SENT = """
INSERT INTO sent (evening, key, content, number, last) VALUES (:evening, :key, :content, :number, :last)
"""

KEEP_TOTALS = """
INSERT INTO totals (evening, number, digest, rules, body) VALUES (:evening, :number, :digest, :rules, :body) ON
CONFLICT (evening) DO UPDATE SET number = excluded.number, digest = excluded.digest, rules = excluded.rules, body =
excluded.body
"""

CHOOSE_CURRENT = """
INSERT INTO current (recorder, evening) VALUES (:recorder, :evening) ON CONFLICT (recorder) DO UPDATE SET evening =
excluded.evening
"""

KEEP_PAYEE = """
INSERT INTO payee (person, way, value, holder, bic) VALUES (:person, :way, :value, :holder, :bic) ON CONFLICT (person,
way) DO UPDATE SET value = excluded.value, holder = excluded.holder, bic = excluded.bic
"""

FORGET_PAYEE = """
DELETE FROM payee WHERE payee.person = :person AND payee.way = :way
"""

EVENING_COLUMNS = (
    "id",
    "title",
    "played_on",
    "closed",
)

EVENT_COLUMNS = (
    "number",
    "kind",
    "version",
    "body",
    "pinned",
    "said_at",
    "said_by",
    "digest",
)

SENT_COLUMNS = (
    "key",
    "content",
    "number",
    "last",
)

TOTALS_COLUMNS = (
    "number",
    "digest",
    "rules",
    "body",
)

YES_OR_NO = ("closed",)
