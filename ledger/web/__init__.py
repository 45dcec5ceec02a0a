"""The web server: pages for phones and an API for programs. It knows no game.

`hub` holds the live evenings, `guards` decide who is let in, `api` answers programs and `pages` people. Nothing on a
page is derived in the browser, and no request ever leaves the house.
"""
