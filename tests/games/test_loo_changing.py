"""Five-card and Irish Loo: changing cards, Pam and flushes."""

import pytest

from ledger.core.cards import Card
from ledger.games.loo.flush import flush_rank, flush_suit
from ledger.interchange.script import RefusedLine
from tests.helpers.loo_deals import FIVE, FOUR, IRISH, full, since
from tests.helpers.rig import carry, play, pools, refused

# Changing cards


def test_irish_the_only_hand_takes_the_pool_at_once():
    assert since(full("Cat draws 2\nDan passes\nAnn passes\nBob passes", IRISH)) == {"Cat": 12}
    assert since(full("Cat stands\nCat wins", IRISH)) == {"Cat": 12}
    assert since(full("Bob wins", IRISH)) == {"Bob": 12}
    assert since(full("Cat passes\nDan passes\nAnn passes", IRISH)) == {"Bob": 12}


def test_irish_tricks():
    evening = full("Cat draws 2\nAnn discards 2H draws 3H\nBob stands\ntricks Ann 2 Bob 1", IRISH)
    assert since(evening) == {"Cat": -6, "Ann": 8, "Bob": 4}


def test_five_card_tricks():
    evening = full("Cat stands\nDan draws 5\ntricks Dan 2 Cat 3", FIVE)
    # 12 in five: 3, 3, 2, 2, 2
    assert since(evening) == {"Dan": 6, "Cat": 6}


@pytest.mark.parametrize("said", ["Bob wins", "Bob draws 3\nBob wins", "Bob stands\nBob wins", "Cat passes\nBob wins"])
def test_five_card_the_dealer_takes_the_pool(said):
    evening = full(said, FIVE)
    assert since(evening) == {"Bob": 12}
    assert carry(evening)["looed"] is False


def test_five_card_the_only_hand_takes_the_pool_when_he_says_so():
    waiting = full("Dan stands\nAnn passes\nBob passes", FIVE)
    assert since(waiting) == {}
    assert since(full("Dan stands\nDan wins", FIVE)) == {"Dan": 12}


def test_a_flush_of_the_only_hand_is_paid_by_all():
    assert since(full("Dan stands\nDan wins flush", FIVE)) == {"Dan": 12 + 18, "Ann": -6, "Bob": -6, "Cat": -6}
    assert since(full("Bob draws 1\nBob shows 2H 3H 4H 5H 6H\nBob wins flush", FIVE))["Bob"] == 30


def test_a_beaten_flush_pays_nothing():
    said = full("Cat stands\nDan stands\nAnn stands\nBob passes\nDan flush\nCat wins flush", FIVE)
    assert since(said) == {"Cat": 12 + 12, "Ann": -6, "Bob": -6}
    shown = "Cat stands\nDan stands\nBob passes\nDan shows 2H 3H 4H 5H 6H\nCat shows 2D 3D 4D 5D JC\nCat wins flush"
    assert since(full(shown, FIVE, "turn-up 7S")) == {"Cat": 24, "Ann": -6, "Bob": -6}
    assert pools(said) == {}
    assert carry(said)["looed"] is False


def test_a_trump_flush_beats_pam():
    evening = full(
        "Cat stands\nDan stands\nCat shows 2D 3D 4D 5D JC\nDan shows 2S 3S 4S 5S 6S\nDan wins flush", FIVE, "turn-up 7S"
    )
    assert since(evening) == {"Dan": 24, "Ann": -6, "Bob": -6}


def test_two_trump_flushes():
    pam_wins = "Cat stands\nDan stands\nCat shows 8S 9S 10S QS KS\nDan shows 2S 3S 4S 5S JC\nDan wins flush"
    assert since(full(pam_wins, FIVE, "turn-up 7S"))["Dan"] == 24
    elder_wins = (
        "Cat stands\nAnn stands\nBob passes\nAnn shows 8S 9S 10S QS KS\nCat shows 2S 3S 4S 5S 6S\nCat wins flush"
    )
    assert since(full(elder_wins, FIVE, "turn-up 7S"))["Cat"] == 24


def test_flush_of_five_clubs_with_pam_among_them():
    clubs = [Card(f"{rank}C") for rank in "23J4K"]
    assert flush_suit(clubs, Card.JC) == "C"
    assert flush_rank(clubs, "H", Card.JC) == (False, True)
    assert flush_suit([*clubs[:4], Card.H2], Card.JC) is None
    assert flush_suit([Card.JC, Card.H2, Card.H3, Card.H4, Card.H5], Card.JC) == "H"


def test_pam_of_trumps():
    shows = "Cat stands\nDan stands\nCat shows 2D 3D 4D 5D JH\nCat wins flush"
    assert since(full(shows, f"{FIVE} pam=trump", "turn-up 7H"))["Cat"] == 30
    refused(
        FOUR,
        f"game loo {FIVE} pam=trump\ndeal Ann\nCat wins\ndeal turn-up 7S\n{shows.rsplit(chr(10), 1)[0]}",
        "no flush",
    )
    # trumps not being known, any knave may be Pam
    assert since(full(shows, f"{FIVE} pam=trump"))["Cat"] == 30


def test_unlimited_flush():
    evening = full("Cat stands\nDan stands\nCat wins flush", f"{FIVE} unlimited=on limit=8")
    assert since(evening) == {"Cat": 12 + 24, "Dan": -8, "Ann": -8, "Bob": -8}


def test_civil():
    hands = "Cat stands\nDan stands\nAnn passes\nBob passes\n"
    assert full(f"{hands}trick AS JC", FIVE, "turn-up 7S").game.deal.playing.tricks.winners == ["Dan"]
    civil = full(f"{hands}Dan holds JC 2S 3D 4D 5D\nCat civil\ntrick AS 2S", FIVE, "turn-up 7S")
    assert civil.game.deal.playing.tricks.winners == ["Cat"]
    only = full(f"{hands}Dan holds JC 2D 3D 4D 5D\nCat civil\ntrick AS JC", FIVE, "turn-up 7S")
    assert only.game.deal.playing.tricks.winners == ["Dan"]
    refused(
        FOUR,
        f"game loo {FIVE}\ndeal Ann\nCat wins\ndeal turn-up 7S\n{hands}Dan holds JC 2S 3D 4D 5D\ntrick AS 2S",
        "and head the trick: Dan had JC",
    )


def test_a_hand_is_known_through_its_changes():
    script = f"game loo {FIVE}\ndeal Ann\nCat wins\ndeal turn-up 7S\n"
    changed = "Cat holds 2H 3H 4H 5H 6D\nCat discards 6D draws 9S\n"
    assert full(f"{changed}Cat wins", FIVE, "turn-up 7S").game.turn.pause
    play(FOUR, f"{script}{changed}Dan stands\nAnn passes\nBob passes\ntrick 2H 9H")
    refused(FOUR, f"{script}{changed}Dan stands\nBob passes\ntrick 6D 7D", "6D has been laid aside, by Cat")
    # said after the change, the hand dealt and the hand as it is are told apart by their cards
    late = "Cat discards 6D draws 9S\nDan stands\nBob passes\nCat holds 2H 3H 4H 5H {}\n"
    for sixth in ("6D", "9S"):
        evening = play(FOUR, script + late.format(sixth))
        assert set(evening.game.table.hands["Cat"]) == {Card.H2, Card.H3, Card.H4, Card.H5, Card.S9}
    refused(FOUR, (script + late.format("8S")).strip(), "Cat has drawn 9S")


def test_a_hand_is_said_anew_after_the_miss_or_a_change_by_number():
    miss = "Cat holds AS KS QS\nCat miss\nDan stands\nBob passes\nCat holds 2H 3H 4H\ntrick 2H 5H"
    assert full(miss, "", "turn-up 7S").game.deal.playing.tricks.winners == ["Dan"]
    drawn = "Cat holds AS KS QS\nCat draws 2\nDan stands\nBob passes\nCat holds QS 3H 4H\ntrick 3H 5H"
    assert full(drawn, IRISH, "turn-up 7S").game.deal.playing.tricks.winners == ["Dan"]
    for_the_pool = "Cat stands\nDan passes\nAnn passes\nBob holds AS KS QS\nBob passes\nBob holds 2H 3H 4H\ntrick 5H 2H"
    assert full(for_the_pool, "", "turn-up 7S").game.deal.playing.tricks.winners == ["Cat"]


def test_a_hand_that_was_changed_wholly_may_be_said_as_it_was_dealt():
    """The drawn cards are in the hand, and are played."""
    script = "Cat discards AS KS QS draws 2H 3H KH\nDan stands\nBob passes\nCat holds AS KS QS\n"
    evening = full(f"{script}trick KH 5H\ntrick 2H 6H\ntrick 7H 3H", IRISH, "turn-up 7S")
    # Cat leads and wins the first trick, Dan the two others
    assert since(evening) == {"Cat": 4, "Dan": 8}


def test_a_hand_said_anew_tells_nothing_of_what_another_has_kept():
    drawn = "Cat holds AS KS 2H\nDan holds 2S 3S 4S\nCat draws 1\nDan draws 2\nBob passes\nCat holds KS 2H 3H\n"
    evening = full(f"{drawn}trick KS 4S\ntrick 2H 5H\ntrick 7H 3H", IRISH, "turn-up 7C")
    assert since(evening) == {"Cat": 4, "Dan": 8}


def test_a_flush_shown_may_be_beaten_as_long_as_pam_may_be_out():
    hands = "Cat stands\nDan stands\nAnn stands\nBob passes\n"
    trumps = f"{hands}Cat shows AS KS QS 10S 9S\n"
    assert since(full(f"{trumps}Dan wins flush", FIVE, "turn-up 7S"))["Dan"] > 0
    with pytest.raises(RefusedLine, match="Cat's flush is better"):
        full(f"{hands}Cat shows AS KS QS 10S JC\nDan wins flush", FIVE, "turn-up 7S")
    with pytest.raises(RefusedLine, match="Cat's flush is better"):
        full(f"{hands}Cat shows AC KC QC 10C 9C\nDan wins flush", FIVE, "turn-up JC")
    later = f"{hands}Ann shows AC KC QC 10C 9C\nDan wins flush"
    assert since(full(later, FIVE, "turn-up JC"))["Dan"] > 0, "Dan is the elder hand"
