"""What lies under the thumb: from the forms of a turn to buttons and fields, and back to a saying; knowing no game.

A form is read (`slots`); what has to be filled in becomes fields (`fields`), what needs nothing more a button
(`buttons`); the `drawer` puts both on a `panel`, on which they lie in rows (`rows`). What is `sent` is put together
again in the order of the slots.
"""
