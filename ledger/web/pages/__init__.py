"""The pages that people see. Each works with scripts off: a form is answered by a 303.

One enters by the `entrance`, finds or opens one of the `evenings`, and sits at the `table`; `details` explain what was
said there. `requests` reads what was sent, `rendering` writes the answer.
"""
