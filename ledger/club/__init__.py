"""Fold the club's log: persons with their names, payments over many evenings, seasons."""
