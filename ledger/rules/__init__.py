"""All that a game imports: table, turns, allowed sayings, deal, game, options, offences."""
