"""The pages that people see. Each works without scripts: a form is answered by a 303.

People come in by the `entrance`, find or open one of the `evenings`, and sit at the `table`; `details` explain what
was said there. `requests` reads what was sent, `rendering` writes the answer.
"""
