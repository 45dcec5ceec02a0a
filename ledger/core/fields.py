"""The types of fields that many structs share, with what a JSON Schema says of them."""

from typing import Annotated

from msgspec import Meta

Amount = Annotated[int, Meta(description="In the smallest unit of the money: `unit`.")]
EventNumber = Annotated[int, Meta(description="The number of an event in its evening, from 1.", ge=0)]
EveningId = Annotated[int, Meta(description="The number of the evening in its database.", ge=1)]
HexDigest = Annotated[str, Meta(description="SHA-256, in hexadecimal.", pattern="^[0-9a-f]{64}$")]
Day = Annotated[str, Meta(description="A day, as 1898-12-26.")]
Time = Annotated[str, Meta(description="A time in UTC, as 1898-12-26T21:14:05.123Z; empty if none was recorded.")]
FileName = Annotated[str, Meta(description="There if there are several.")]
RecorderName = Annotated[str, Meta(description="The recorder's name.")]
SayingText = Annotated[str, Meta(description="In the notation's own words.")]
Cite = Annotated[str, Meta(description="The page, as `[8]`, or the rule, as `R53`; empty if none is cited.")]
MoneyCode = Annotated[str, Meta(description="`counters`, `lsd`, or a code of ISO 4217.")]
Unit = Annotated[str, Meta(description="The smallest unit of the money: `counter`, `farthing`, or as `0.01 GBP`.")]
CounterValue = Annotated[
    int | None, Meta(description="The value of a counter, in the smallest unit; null if it has none.")
]
