"""Every saying of a rule sheet and of its examples is read, and written as it was said."""

import pytest

from ledger.core.money import money_of
from ledger.games.language import Reader, write

PLAYERS = "Ann Bob Cat Dan Eve Fay Ada Ben Cis Dot A1 A2 A3 A4 A5 P1 P2 P3 P4"

SAYINGS = {
    "the table": """
        evening "Boxing Night" on 1898-12-26 money=lsd counter=1d
        players Ann Bob Cat Dan
        Eve joins
        Eve joins after Bob
        Dan leaves
        Ann buys 5
        Ann cashes 5
        count Ann 12 Bob 30
        Ann pays Bob 5
        note "Cat says that Bob miscounted"
        close
        reopen "a debt was forgotten"
        undo
        void 4 "not said"
        amend 5 "it was the king": trick Ann
        insert 5 "forgotten": penalty Cat revoke
        game nap stake=1 kitty=1
        game nap with Ann Bob Cat
        deal
        misdeal
        misdeal "supper"
        penalty Ann 2 "beer on the cards"
        end
        end divide
        end leave
        end draw Ann:7D Bob:9C
        end draw Ann:7D,9C Bob:7C,QS Cat:AS
    """,
    "beggar my neighbour": """
        Ann holds 10S 8C 5S 3D 6C 5H JC 8D 9S 9C 8S JH 7H 6S KS 2H 7D AC QS 8H 4S 9D AH QC 10D KD
        Bob holds 6D 2C 7C 3H 5C QH 10H 2D 9H 10C 3C 4C 4D 6H KC KH 4H JD 5D AS JS 3S QD AD 7S 2S
        game beggar-my-neighbour stake=5 ace=4 turns=alternate
        deal Ann
        Cat out
        Ann wins
    """,
    "cassino": """
        game cassino scoring=less-lowest fine=2
        deal Ann turn-up 3H 7C 2D 5S
        Bob scores great aces=1 cards sweeps=1
        Ann scores little aces=3 spades
        Cat scores great little aces=2 spades cards
        Ann scores 0
        Bob plays 10H
        Bob plays 10H takes 3H 7C
        Bob lays 5H
        Bob holds 5H 6H 7H 8H
        penalty Ann exposed
        penalty Ann exposed 2
    """,
    "catch the ten": """
        game catch-the-ten stake=6 point=1
        deal Ann turn-up 6D
        Bob scores 29
        tricks Ann 4 Bob 5
        trick Ann
        trick JS 10S AS
        Ann shows JS 10S
        penalty Cat revoke
        penalty Ann misdeal
    """,
    "commerce": """
        game commerce mode=old stake=2
        deal Ann turn-up KS KD 4H
        Bob holds 7D 8D KS
        Bob discards KS draws 5C
        Cat barters QC 2H
        Bob trades
        Bob barters
        Bob offers
        Cat stands
        Cat exchanges
        Cat passes
        Cat shows AS JS 2H
        Cat tricon
        Cat sequence
        Cat flush
        Cat pair
        Cat point
        Cat beats Dan
        Cat beats Dan Eve
        Eve wins
        Eve wins tricon
        split Bob Dan
        Cat worst
        Cat horse
    """,
    "french vingt-un": """
        game french-vingt-un pip=2 clock=3
        Bob stakes 2
        Bob natural
        Ann over
        Ann double
        Bob 20
        Cat 17
        Bob divides 3 KH 8S
        Bob stakes 3 on sympathy
        Cat stakes 1 on antipathy
        Bob stakes 2 on red
        Bob stakes 2 on noir
        Bob wins
        Cat loses
        Cat ties
        Bob shows 4H 9D
        Ann pair
        Ann self
        Ann company
        Ann plays 4H 9D KC 2S 9C
        Bob draws 2
        Ann wins
    """,
    "jig": """
        game jig stake=2 pool=3 pool_by=dealer fine=1
        Eve plays KC KD KH KS
        Cat out
        left Dan 3 Ann 5 Bob 1
        penalty Ann call
        penalty Ann call 2
    """,
    "loo": """
        game loo deal=2 loo=5 single_loo=3
        deal Ann turn-up 9H
        Ann withdraws
        Ann last-round
        Ann all-looed
        Bob shows 4S
        Cat stands
        Ann miss
        Ann passes
        Cat draws 2
        Cat discards 5H draws 6H
        Bob wins
        Bob wins flush
        Bob flush
        Bob shows 2H 3H 4H 5H JC
        Bob civil
        trick KS AS
        trick Ann
        tricks Cat 2 Ann 1
        penalty Bob interfering
        penalty Bob opponents-hand
        penalty Bob not-heading
        game loo form=five-card unlimited=on limit=10
    """,
    "loto": """
        game loto method=cover stake=4 parts=on
        Bob row
        Bob row with Cat
        Cat two-rows
        Bob full
        Bob full with Ann Cat
        Cat saves 7
        Bob cards 2
        Bob card 1 5 12 17 23 29 34 38 45 51 56 62 70 81 90
        Ann draws 45 7 81
        Ann draws 45
        Bob covers 45
        Bob covers 45 7
        Bob wins abstract=2 ambo=1
        Cat wins quinterne=1 terne=2
        Bob last
        Bob last 3
        Bob wins
        split Bob Cat
    """,
    "my bird sings": """
        game my-bird-sings stake=3 whole_pack=on
        Bob holds 4H 9H KH 2S
        Bob plays 2S
        Bob discards 2S draws 4D
        Cat sings JD 8S AC 4H
        Cat sings
        Bob draws 4D 5D 6D 7D
        tricks
        tricks Bob 2 Cat 1 Dan 2
        Cat wins
    """,
    "nap": """
        game nap stake=1 kitty=2 wellington=double cards=6
        Ann buys 3 cards
        Ann buys 1 card
        Ann spare
        Bob passes
        Bob 2
        Cat misery
        Dan nap
        Dan wellington
        Dan blucher
        Dan stands
        Dan made
        Dan failed
        Dan discards 2
        trick Dan
        trick 5H 6H 7H KS
        tricks Dan 5
        penalty Bob touching
        penalty Bob misdeal
    """,
    "newmarket": """
        game newmarket put=2
        deal Ann turn-up JD QH KC AS
        Bob stakes 1 on king
        Ann stakes 2 on knave
        Cat takes king
        Bob takes queen ace
        Cat out
        left Ann 3 Bob 4 Dan 1
        Cat plays QH KH 7S
        deal P1 turn-up AH KD QS JC
        P2 plays JS
        left P1 4 P2 2 P4 4
    """,
    "poker": """
        game poker ante=3d limit=1s kitty_hand=full
        deal Ada
        Ben straddles
        Ben straddles 6d
        Cis opens
        Cis opens 6d
        Cis bets 6d
        Cis stakes 6d
        Ada raises 1s
        Ada bets 1s6d
        Ben calls
        Ben draws 2
        Ben pat
        Ben discards 2H 3H draws 4H 5H
        Ben stands
        Eve passes
        Cat demands-show 3d
        Cat demands-show 0d
        Cat shows KH KD 7S 7C 2D
        Cis wins
        Cis wins two-pairs
        split Ada Ben
        Ada takes kitty
        Ada takes kitty 1s
        penalty Ann false-opening
        penalty Ann out-of-turn 6d
        penalty Ann foul-hand
    """,
    "pope joan": """
        game pope-joan game_only=on five_pool=on
        deal Ann turn-up 7H
        Dan plays 3C QH KH 7S
        Dan takes matrimony
        Dan takes queen king
        Bob takes knave
        Cat takes pope
        Cat takes pope Bob 7 Ann 6 Dan 5
        Bob out
        left Ann 7 Cat 6+pope Dan 1 Eve 6
        Ann stakes 1 on matrimony
    """,
    "snip-snap-snorum": """
        game snip-snap-snorum form=whole unlimited=on
        deal Ann turn-up 7C
        Cat snip
        Ann snap
        Bob snorum
        Dan snip Bob
        Dan snap Bob
        Dan snorum Bob
        Bob matches
        Ann out
        Bob wins
        Bob plays 7D
        penalty Ann snap
        penalty Ann snip 3
    """,
    "speculation": """
        game speculation stake=2 knave_five=1
        deal Ann turn-up 6H
        Cat sells trump to Bob for 2
        Bob sells card to Ann for 1
        Bob sells cards to Ann for 1
        Ann sells turn-up to Cat for 3
        Ann plays JD
        spare 2H 3H 4H
        pool wins
        penalty Cat looking
        penalty Cat five
        penalty Cat knave
    """,
    "spin": """
        game spin spin=2
        deal A1
        A5 plays 4C AD
        A5 shows QD JD
        A5 shows KD QD JD
        A5 forfeits
        Dan takes king king
        Bob takes spin
        left Ann 3+spin Bob 5 Dan 1
    """,
    "spoil-five": """
        game spoil-five jink=on stake=3 misdeal=passes
        deal Ann turn-up 7D
        Bob holds AD 5D KS 3C 9H
        Bob robs 9H
        Bob robs
        Bob fives
        Bob fives 3H
        trick KS 4S 10S
        Ann spoilt
        Bob jinks
        Bob wins
        tricks Bob 4 Cat 1
        penalty Ann not-robbing
        penalty Ann false-rob 2
    """,
    "tally": """
        game tally name=Hold'em pot=1
        game tally name="Chase the Ace"
        Ann gives Bob 3
        Bob puts 4
        Cat takes 4
        Cat wins
        split Ann Bob
        result Ann +12 Bob -7 Cat -5
    """,
    "vingt-un": """
        game vingt-un ante=2 overdraw=1 tie_share=third privilege=stake
        Bob sells deal to Dan for 4
        Bob stakes 2
        Ann double
        Bob natural
        Bob holds 8C 8D
        Bob divides 3
        Bob divides 3 KH 8S
        Ann divides
        Ann divides KH 8S
        Bob draws 9H
        Bob draws 1
        Cat stands
        Ann 18
        Ann 21
        Dan vingt-un
        Bob over
        Ann shows JH 5S
        Bob wins
        Bob loses
        Bob ties
        Ann last-card
        Bob rejects
        Bob rejects 4H
        Bob throws-up
        penalty Ann two-cards
        penalty Ann out-of-order
        penalty Bob drew-separately
    """,
}

LINES = [(sheet, line.strip()) for sheet, text in SAYINGS.items() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("sheet", "line"), LINES, ids=[f"{sheet}: {line}" for sheet, line in LINES])
def test_a_saying_of_a_sheet_is_read_and_prints_as_it_was_said(sheet, line):
    money = money_of("lsd" if sheet == "poker" else "counters", None)
    reader = Reader(money, PLAYERS.split())
    keeps_its_letters = "=" in line or '"' in line or line.startswith("players")
    for spelling in (line, line if keeps_its_letters else line.upper(), f"  {line}  # as said"):
        event = reader.read(spelling)
        printed = write(event, money)
        assert printed == line
        assert reader.read(printed) == event
