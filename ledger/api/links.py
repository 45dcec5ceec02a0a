"""The links of the page, by themselves: `serve` imports them before it says that it starts."""

from typing import Annotated

from msgspec import Meta, Struct


class ServeAnswer(Struct, kw_only=True):
    """The links of the page that is served; printed once it listens."""

    record: Annotated[str, Meta(description="The link for recording.")]
    watch: Annotated[str, Meta(description="The link for looking on.")]
