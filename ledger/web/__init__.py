"""The page for phones: a face, which shows what may be said and sends what was said, and knows no game.

`house` is the log as the server sees it, `guards` who is let in, `programs` the interface for programs and `pages` what
people see. Nothing on a page is derived in the browser, and no request ever leaves the house.
"""
