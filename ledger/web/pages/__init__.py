"""The pages that people see. Every one works with scripts off; what is sent is a form, and is answered by a 303.

One comes in by the `entrance`, finds or opens one of the `evenings`, and sits at the `table`; `beside` it lies what is
read. The `drawing` is done by templates, for whoever has `asked`.
"""
