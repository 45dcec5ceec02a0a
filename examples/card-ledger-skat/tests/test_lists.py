"""Twenty lists, worked with pen and paper from the sheet: every entry, and what each player has won or lost.

A line is a deal: what was said in it, and the list after it. A line without a list is said between two deals.
"""

import pytest

from ledger.testing import balances, carried, play, pools

THREE, FOUR = "Ann Bob Cat", "Ann Bob Cat Dan"
SEEGER = "scoring=seeger-fabian"

LISTS = {
    "game points": (THREE, "", """
        Bob hearts, Bob made with 1                             | 0 20 0         # 2 x 10
        Cat spades, Cat made without 2                          | 0 20 33        # 3 x 11
        Ann clubs, Ann failed with 1                            | -48 20 33      # 2 x 12, lost twice
        Bob grand, Bob made with 2                              | -48 92 33      # 3 x 24
        Cat null, Cat made                                      | -48 92 56
        Ann diamonds hand, Ann made without 1                   | -21 92 56      # 3 x 9
        """, "-190 149 41", 0),
    "Seeger and Fabian": (THREE, SEEGER, """
        Bob clubs, Bob made with 2                              | 0 86 0         # 36 + 50
        Cat grand, Cat failed without 1                         | 40 126 -146    # -96 - 50
        Ann null hand, Ann made                                 | 125 126 -146   # 35 + 50
        Bob passes, Cat passes, Ann passes                      | 125 126 -146
        Bob hearts, Bob failed with 3                           | 165 -4 -106    # -80 - 50
        Cat diamonds, Cat made with 1 schneider                 | 165 -4 -29     # 27 + 50
        """, "363 -144 -219", 0),
    "Seeger and Fabian, four at the table": (FOUR, SEEGER, """
        Bob spades, Bob made with 1                             | 0 72 0 0       # 22 + 50
        Cat clubs, Cat failed without 3                         | 30 102 -146 30
        Dan grand hand, Dan made with 1                         | 30 102 -146 152
        Ann null ouvert, Ann failed                             | -112 132 -116 182
        Bob diamonds, Bob made without 4                        | -112 227 -116 182
        """, "-629 727 -645 547", 0),
    "game points, four at the table, two a point": (FOUR, "stake=2", """
        Cat hearts, Cat made with 3 schneider                   | 0 0 50 0       # 5 x 10
        Ann spades hand schneider, Ann made with 1              | 55 0 50 0      # 5 x 11
        Dan clubs, Dan failed with 4                            | 55 0 50 -120
                                                                | 55 0 50 -120   # passed in
        Bob grand, Bob made without 4 schwarz                   | 55 168 50 -120 # 7 x 24
        """, "134 1038 94 -1266", 0),
    "overbid": (THREE, "", """
        Bob clubs bid 48, Bob failed with 1                     | 0 -96 0        # 24: 48
        Cat hearts bid 22, Cat failed without 1                 | 0 -96 -60      # 20: 30
        Ann null bid 24, Ann failed                             | -92 -96 -60    # 23: 46
        Bob grand hand bid 100, Bob failed with 1               | -92 -336 -60   # 72: 120
        Cat diamonds bid 18, Cat made with 1                    | -92 -336 -42
        Ann null hand ouvert bid 60, Ann failed                 | -328 -336 -42  # 59: 118
        """, "-278 -302 580", 0),
    "the bid said with the outcome": (THREE, "", """
        Bob spades, Bob made with 1 schneider bid 33            | 0 33 0
        Cat hearts, Cat failed with 1 bid 30                    | 0 33 -60       # 20: 30
        Ann clubs, Ann made without 2 schwarz bid 60            | 60 33 -60      # 5 x 12
        Bob null, Bob failed bid 23                             | 60 -13 -60
        Cat grand, Cat failed with 2 bid 72                     | 60 -13 -204
        """, "337 118 -455", 0),
    "kontra and re": (THREE, "kontra=on", """
        Bob hearts, Cat kontra, Bob made with 1                 | 0 40 0
        Cat spades, Ann kontra, Cat re, Cat failed without 1    | 0 40 -176      # 22 x 4, lost twice
        Ann null, Bob kontra, Ann made                          | 46 40 -176
        Bob grand, Bob made with 1                              | 46 88 -176
        Cat clubs hand, Bob kontra, Cat re, Cat made with 2     | 46 88 16       # 48 x 4
        """, "-12 114 -102", 0),
    "kontra by Seeger and Fabian": (THREE, f"{SEEGER} kontra=on", """
        Bob diamonds, Ann kontra, Bob failed with 1             | 40 -122 40     # -72 - 50
        Cat hearts, Bob kontra, Cat re, Cat made without 1      | 40 -122 170    # 80 + 50
        Ann clubs bid 36, Cat kontra, Ann failed with 1         | -154 -82 210   # -2 x 36 x 2 - 50
        Bob null hand, Bob made                                 | -154 3 210
        """, "-521 -50 571", 0),
    "a bock round": (THREE, "bock=on", """
        Bob hearts, Bob made with 1                             | 0 20 0
        bock
        Cat spades, Cat made with 1                             | 0 20 44
        Ann grand, Ann failed without 1                         | -192 20 44
        Bob passes, Cat passes, Ann passes                      | -192 20 44     # the last of the round
        Cat diamonds, Cat made with 2                           | -192 20 71
        """, "-475 161 314", 0),
    "two bock rounds, and a misdeal": (THREE, f"{SEEGER} kontra=on bock=on", """
        bock
        Bob clubs, Cat kontra, Bob made with 1                  | 0 146 0        # 24 x 4 + 50
        Cat hearts, misdeal, deal, Cat hearts, Cat failed with 1 | 40 186 -130
        bock
        Ann null ouvert, Ann made                               | 182 186 -130   # 46 x 2 + 50
        Bob spades hand, Bob made with 1                        | 182 302 -130   # 33 x 2 + 50
        """, "192 552 -744", 0),
    "Ramsch": (THREE, "ramsch=on", """
        ramsch Ann 70 Bob 20 Cat 30                             | -70 0 0
        Bob hearts, Bob made with 1                             | -70 20 0
        Cat passes, ramsch Ann 60 Bob virgin Cat 60             | -190 20 -120   # twice 60 for both
        ramsch Ann virgin Bob virgin Cat 120                    | -190 20 0      # a march
        ramsch Ann 0 Bob 40 Cat 80                              | -190 20 -80    # none is a virgin
        ramsch Ann 40 Bob 40 Cat 40                             | -230 -20 -120
        """, "-320 310 10", 0),
    "Ramsch in bock rounds, four at the table": (FOUR, "ramsch=on bock=on", """
        ramsch Bob 50 Cat 50 Dan 20                             | 0 -50 -50 0
        bock
        ramsch Cat virgin Dan 90 Ann 30                         | 0 -50 -50 -360 # 90, a virgin, bock
        Dan grand, Dan made with 1                              | 0 -50 -50 -264
        ramsch Ann 120 Bob virgin Cat virgin                    | 240 -50 -50 -264
        Bob passes, Cat diamonds, Cat failed with 5             | 240 -50 -266 -264
        Cat clubs, Cat made with 1                              | 240 -50 -242 -264
        """, "1276 116 -652 -740", 0),
    "a kitty": (THREE, "kitty=5", """
        Bob hearts, Bob failed with 1                           | 0 -40 0
        Cat null, Cat made                                      | 0 -40 23
        Ann grand bid 72, Ann failed with 1                     | -144 -40 23    # 48: 72
        Bob clubs, Bob made with 1                              | -144 -16 23
        """, "-300 84 206", 10),
    "a quarter a point": (THREE, "per=4", """
        Bob diamonds, Bob made with 1                           | 0 18 0
        Cat hearts, Cat made with 1                             | 0 18 20
        Ann spades, Ann failed with 1                           | -44 18 20
        Bob null, Bob made                                      | -44 41 20      # 85, 64 and 21 apart: 21, 16 and 5
        """, "-37 26 11", 0),
    "three for ten points": (THREE, f"{SEEGER} per=10 stake=3", """
        Bob grand, Bob made with 1                              | 0 98 0
        Cat clubs, Cat failed without 1                         | 40 138 -98
        Ann null ouvert, Ann made                               | 136 138 -98    # 2, 234 and 236 apart: 0, 70 and 70
        """, "70 70 -140", 0),
    "a fourth comes": (THREE, "", """
        Bob hearts, Bob made with 1                             | 0 20 0
        Cat spades, Cat made with 2                             | 0 20 33
        Dan joins after Cat
        Dan clubs, Dan failed with 1                            | 0 20 33 -48
        Ann grand, Ann made with 2                              | 72 20 33 -48
        """, "211 -17 22 -216", 0),
    "one leaves and comes back": (FOUR, SEEGER, """
        Bob diamonds, Bob made with 1                           | 0 68 0 0
        Cat hearts, Cat failed with 1                           | 30 98 -90 30
        Bob leaves
        Dan spades, Dan failed with 1                           | 70 - -50 -64   # 40 each: three are at the table
        Bob joins after Ann
        Ann null, Ann made                                      | 143 0 -50 -64
        """, "405 251 -367 -289", 0),
    "announced and open": (THREE, "", """
        Bob clubs ouvert, Bob made with 4                       | 0 132 0        # 11 x 12
        Cat grand hand schwarz, Cat failed with 4               | 0 132 -480     # 10 x 24, lost twice
        Ann hearts hand schneider, Ann failed without 1         | -100 132 -480  # 5 x 10, lost twice
        Bob spades hand schwarz, Bob made with 11               | -100 319 -480  # 17 x 11
        Cat diamonds hand schneider, Cat made with 3 schwarz    | -100 319 -408  # 8 x 9
        Ann grand ouvert, Ann made with 4                       | 164 319 -408   # 11 x 24
        """, "417 882 -1299", 0),
    "as it is said in Cologne": (THREE, "kontra=on", """
        Bob karo hand, Bob gewonnen ohne 3                      | 0 45 0
        Cat pik gereizt 33, Cat verloren mit 1                  | 0 45 -66       # 22: 33
        Ann herz, Bob contra, Ann re, Ann won mit 2             | 120 45 -66
        Bob kreuz offen, Bob lost mit 1                         | 120 -147 -66   # 8 x 12, lost twice
        Cat null offen hand, Cat won                            | 120 -147 -7
        """, "394 -407 13", 0),
    "everything": (FOUR, f"{SEEGER} kontra=on bock=on ramsch=on kitty=2 per=2", """
        Bob hearts, Dan kontra, Bob made with 1                 | 0 90 0 0
        Cat grand bid 96, Cat failed with 2                     | 30 120 -242 30 # 72: 96
        bock
        Dan null, Dan failed                                    | 60 150 -212 -112
        ramsch Ann 61 Bob 59 Cat 0                              | -62 150 -212 -112
        Cat spades, Bob kontra, Cat re, Cat made with 1         | -62 150 14 -112 # 22 x 8 + 50
        """, "-119 305 31 -221", 4),
}  # fmt: skip


@pytest.mark.parametrize("title", LISTS)
def test_a_list_is_as_it_was_worked_on_paper(title):
    players, options, written, money, kitty = LISTS[title]
    said, deals = [f"game skat {options}"], 0
    for line in written.strip().splitlines():
        sayings, _, points = line.partition("#")[0].partition("|")
        if points:
            said.append("deal" if deals else "deal Ann")
            deals += 1
        said += [saying.strip() for saying in sayings.split(",") if saying.strip()]
        if points and sayings.strip():
            assert carried(play(players, "\n".join(said)))["points"] == by_name(points)
    evening = play(players, "\n".join(said))
    assert {name: balances(evening).get(name, 0) for name in by_name(money)} == by_name(money)
    assert sum(pools(evening).values()) == kitty == -sum(by_name(money).values())


def by_name(numbers: str) -> dict[str, int]:
    return {name: int(number) for name, number in zip(FOUR.split(), numbers.split(), strict=False) if number != "-"}
