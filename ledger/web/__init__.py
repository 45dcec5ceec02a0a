"""The page for phones, and the API for programs. It decides nothing and knows no game.

Nothing on a page is computed in the browser, and a page loads nothing from another server.
"""
