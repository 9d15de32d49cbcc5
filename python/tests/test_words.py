"""Enums have the numbers and words of the C library; the package says what it is."""
import carom
import pytest
from carom import _core


def test_numbers_and_words_are_those_of_c():
    lists = _core.lists()
    for name, rows in lists.items():
        cls = getattr(carom, name)
        assert [int(member) for member in cls] == [row[1] for row in rows]
        for symbol, value, word, sentence in rows:
            member = cls(value)
            assert symbol.endswith(member.name) and member.value == value
            words, sentences = (member.words, member.sentences) if name in ("Warn", "Flag") else ([member.word], [member.sentence])
            assert (words, sentences) == ([word], [sentence])


def test_pinned():
    """Values that stored arrays rely on."""
    assert (carom.Law.NEWTON, carom.Mode.R_REVERSED, carom.Sequence.LCSR, carom.Status.BUDGET) == (2, 5, 6, 12)
    assert (carom.Warn.SENSITIVE, carom.Flag.LOCKED, carom.ContactMode.MIXED, carom.Event.JAM) == (1 << 16, 1 << 9, 8, 12)
    both = carom.Warn.JAMMED | carom.Warn.LOCKED
    assert both.words == ["jammed", "locked"] and len(both.sentences) == 2


def test_the_package():
    assert carom.__version__.count(".") == 2 and set(carom.__all__) <= set(dir(carom))
    for name in carom.__all__:
        assert getattr(carom, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'biliards'"):
        carom.biliards
