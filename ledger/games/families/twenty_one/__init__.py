"""The games of twenty-one: one hand after another against the dealer's."""
