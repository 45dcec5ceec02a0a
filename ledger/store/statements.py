"""The statements of the log, in the SQL that every database shares. A test prepares each against the schema."""

NEWEST = "SELECT number, digest FROM event WHERE evening = :evening ORDER BY number DESC LIMIT 1"

EVENTS_AFTER = """
SELECT number, version, body, pinned, said_at, said_by, digest FROM event
WHERE evening = :evening AND number > :number ORDER BY number
"""

CHECKPOINT = "SELECT number, form, body FROM checkpoint WHERE evening = :evening"

EVENING = "SELECT id FROM evening WHERE id = :evening"

EVENINGS = """
SELECT evening.id, evening.title, evening.played_on, evening.closed, newest.number, newest.said_at
FROM evening LEFT JOIN event AS newest ON newest.evening = evening.id
AND newest.number = (SELECT max(number) FROM event WHERE event.evening = evening.id)
ORDER BY evening.id
"""

POSTINGS = """
SELECT event, payer, payer_is_pool, payee, payee_is_pool, amount, why, cite, stays, deal FROM posting
WHERE evening = :evening ORDER BY place
"""

LAST_PLACE = "SELECT place FROM posting WHERE evening = :evening ORDER BY place DESC LIMIT 1"

CURRENT = "SELECT evening FROM current WHERE recorder = :recorder"

NEWEST_EVENING = "SELECT max(id) FROM evening"

ADD_EVENING = "INSERT INTO evening (title, played_on, closed) VALUES (:title, :played_on, :closed) RETURNING id"

DESCRIBE_EVENING = """
UPDATE evening SET title = :title, played_on = :played_on, closed = :closed WHERE id = :evening
"""

ADD_EVENT = """
INSERT INTO event (evening, number, kind, version, body, pinned, said_at, said_by, digest)
VALUES (:evening, :number, :kind, :version, :body, :pinned, :said_at, :said_by, :digest)
"""

ADD_POSTING = """
INSERT INTO posting
(evening, place, event, payer, payer_is_pool, payee, payee_is_pool, amount, why, cite, stays, deal) VALUES
(:evening, :place, :event, :payer, :payer_is_pool, :payee, :payee_is_pool, :amount, :why, :cite, :stays, :deal)
"""

FORGET_POSTINGS = "DELETE FROM posting WHERE evening = :evening AND place > :after"

KEEP_CHECKPOINT = """
INSERT INTO checkpoint (evening, number, form, body) VALUES (:evening, :number, :form, :body)
ON CONFLICT (evening) DO UPDATE SET number = excluded.number, form = excluded.form, body = excluded.body
"""

CHOOSE_CURRENT = """
INSERT INTO current (recorder, evening) VALUES (:recorder, :evening)
ON CONFLICT (recorder) DO UPDATE SET evening = excluded.evening
"""
