"""The panel: forms of a turn become buttons and fields, and what is sent a saying.

`slots` reads a form; the `field_maker` makes `fields` of its slots; `layout` puts them on `buttons`, and these on a
`panel`, in `rows`. `decode` joins the fields that were sent to a saying.
"""
