"""The statements of the log, in the SQL that every database shares.

They are made from `queries`, and not written here: `pytest tests/test_statements.py --rewrite` makes them anew.
"""

NEWEST = """
SELECT event.number, event.digest FROM event WHERE event.evening = :evening ORDER BY event.number DESC LIMIT 1
"""

DIGEST = """
SELECT event.digest FROM event WHERE event.evening = :evening AND event.number = :number
"""

EVENTS_AFTER = """
SELECT event.number, event.version, event.body, event.pinned, event.said_at, event.said_by, event.digest FROM event
WHERE event.evening = :evening AND event.number > :number ORDER BY event.number
"""

EVENTS_SINCE_KEPT = """
SELECT event.number, event.version, event.body, event.pinned, event.said_at, event.said_by, event.digest FROM event
WHERE event.evening = :evening AND event.number >= (SELECT checkpoint.number FROM checkpoint WHERE checkpoint.evening
= :evening) ORDER BY event.number
"""

STORED_EVENTS = """
SELECT event.number, event.kind, event.version, event.body, event.pinned, event.said_at, event.said_by, event.digest
FROM event WHERE event.evening = :evening ORDER BY event.number
"""

SENT = """
SELECT sent.content, sent.number, sent.last FROM sent WHERE sent.evening = :evening AND sent.key = :key
"""

CHECKPOINT = """
SELECT checkpoint.number, checkpoint.form, checkpoint.body FROM checkpoint WHERE checkpoint.evening = :evening
"""

MARK_BEFORE = """
SELECT mark.number, mark.form, mark.body FROM mark WHERE mark.evening = :evening AND mark.number < :number ORDER BY
mark.stretch DESC LIMIT 1
"""

MARK_AT = """
SELECT mark.number FROM mark WHERE mark.evening = :evening AND mark.stretch = :stretch AND mark.number = :number
"""

MARKS_BACK = """
SELECT mark.number, mark.form, mark.body, event.digest FROM mark JOIN event ON event.evening = mark.evening AND
event.number = mark.number WHERE mark.evening = :evening AND mark.number <= :number ORDER BY mark.stretch DESC
"""

STORED_MARKS = """
SELECT mark.number, mark.form, mark.body FROM mark WHERE mark.evening = :evening ORDER BY mark.stretch
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
event AS other WHERE other.evening = evening.id) ORDER BY evening.id
"""

KEPT = """
SELECT evening.id, newest.number, newest.digest, checkpoint.number AS number_1, checkpoint.form, checkpoint.body,
first.number AS number_2, first.version, first.body AS body_1, first.pinned, first.said_at, first.said_by,
first.digest AS digest_1 FROM evening LEFT OUTER JOIN event AS newest ON newest.evening = evening.id AND newest.number
= (SELECT max(other.number) AS max_1 FROM event AS other WHERE other.evening = evening.id) LEFT OUTER JOIN event AS
first ON first.evening = evening.id AND first.number = 1 LEFT OUTER JOIN checkpoint ON checkpoint.evening = evening.id
ORDER BY evening.id
"""

EVENINGS_THERE = """
SELECT evening.id FROM evening UNION SELECT event.evening FROM event ORDER BY id
"""

POSTINGS = """
SELECT posting.event, posting.payer, posting.payer_is_pool, posting.payee, posting.payee_is_pool, posting.amount,
posting.why, posting.cite, posting.stays, posting.deal FROM posting WHERE posting.evening = :evening ORDER BY
posting.place
"""

STORED_POSTINGS = """
SELECT posting.evening, posting.place, posting.event, posting.payer, posting.payer_is_pool, posting.payee,
posting.payee_is_pool, posting.amount, posting.why, posting.cite, posting.stays, posting.deal FROM posting WHERE
posting.evening = :evening ORDER BY posting.place
"""

STANDING_POSTINGS = """
SELECT posting.evening, posting.place, posting.event, posting.payer, posting.payer_is_pool, posting.payee,
posting.payee_is_pool, posting.amount, posting.why, posting.cite, posting.stays, posting.deal FROM posting WHERE
posting.evening = :evening AND posting.place > :after AND posting.place <= :last ORDER BY posting.place
"""

POOLS = """
SELECT moved.pool FROM (SELECT posting.payee AS pool, 2 * posting.place AS at FROM posting WHERE posting.evening =
:evening AND posting.payee_is_pool UNION ALL SELECT posting.payer AS payer, 2 * posting.place + 1 FROM posting WHERE
posting.evening = :evening AND posting.payer_is_pool) AS moved GROUP BY moved.pool ORDER BY min(moved.at)
"""

LAST_POSTING = """
SELECT posting.place, posting.event FROM posting WHERE posting.evening = :evening ORDER BY posting.place DESC LIMIT 1
"""

CURRENT = """
SELECT current.evening FROM current WHERE current.recorder = :recorder
"""

NEWEST_EVENING = """
SELECT max(evening.id) AS max_1 FROM evening
"""

ALL_EVENINGS = """
SELECT evening.id, evening.title, evening.played_on, evening.closed FROM evening ORDER BY evening.id
"""

ALL_SENT = """
SELECT sent.key, sent.content, sent.number, sent.last FROM sent WHERE sent.evening = :evening ORDER BY sent.key
"""

ALL_CURRENT = """
SELECT current.recorder, current.evening FROM current ORDER BY current.recorder
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

ADD_POSTING = """
INSERT INTO posting (evening, place, event, payer, payer_is_pool, payee, payee_is_pool, amount, why, cite, stays,
deal) VALUES (:evening, :place, :event, :payer, :payer_is_pool, :payee, :payee_is_pool, :amount, :why, :cite, :stays,
:deal)
"""

FORGET_POSTINGS = """
DELETE FROM posting WHERE posting.evening = :evening AND posting.place > :after
"""

KEEP_CHECKPOINT = """
INSERT INTO checkpoint (evening, number, form, body) VALUES (:evening, :number, :form, :body) ON CONFLICT (evening) DO
UPDATE SET number = excluded.number, form = excluded.form, body = excluded.body
"""

KEEP_MARK = """
INSERT INTO mark (evening, stretch, number, form, body) VALUES (:evening, :stretch, :number, :form, :body) ON CONFLICT
DO NOTHING
"""

FORGET_MARKS = """
DELETE FROM mark WHERE mark.evening = :evening AND mark.number > :after
"""

CHOOSE_CURRENT = """
INSERT INTO current (recorder, evening) VALUES (:recorder, :evening) ON CONFLICT (recorder) DO UPDATE SET evening =
excluded.evening
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

FIRST_COLUMNS = (
    "number",
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

CHECKPOINT_COLUMNS = (
    "number",
    "form",
    "body",
)

POSTING_COLUMNS = (
    "event",
    "payer",
    "payer_is_pool",
    "payee",
    "payee_is_pool",
    "amount",
    "why",
    "cite",
    "stays",
    "deal",
)

YES_OR_NO = (
    "closed",
    "payee_is_pool",
    "payer_is_pool",
    "stays",
)
