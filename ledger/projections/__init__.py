"""Views of an evening: tables, explanations, log rows, standings, offers and what-if."""
