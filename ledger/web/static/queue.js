// The lines that wait on this phone: each is kept under a key of its own, and sent in order. Nothing here touches a page.

// What an answer says of a line: it is written, others have recorded something before it, it does not fit,
// the link is worth nothing any more; or nobody has heard it who can tell
export const judge = (answer) => {
  const code = answer?.body?.error?.code;
  if (answer?.status === 200 && Array.isArray(answer.body?.said)) return "written";
  if (!code || answer.status === 429 || answer.status >= 500 || code === "store") return "unheard";
  if (answer.status === 401 || answer.status === 403) return "shut";
  return code === "stale" ? "behind" : "refused";
};

// The queue of an evening. The store has names, get, set and remove; each line has an entry of its own,
// so that two tabs of a phone never write over one another's
export const queueOf = (store, evening, newKey) => {
  const beginning = `card-ledger-line-${evening}-`;
  const nameOf = (key) => beginning + key;
  const read = (name) => { try { return JSON.parse(store.get(name)) } catch { return null } };
  const lines = () => {
    const found = store.names().filter((name) => name.startsWith(beginning)).map(read).filter(Boolean);
    return found.sort((one, other) => one.place - other.place || (one.key < other.key ? -1 : 1));
  };
  const keep = (line) => store.set(nameOf(line.key), JSON.stringify(line));
  const dropIf = (key, may) => {
    const line = read(nameOf(key)), dropped = Boolean(line && may(line));
    if (dropped) store.remove(nameOf(key));
    return dropped;
  };
  const refuse = (line, why) => {
    if (read(nameOf(line.key))) keep({ ...line, refused: why });
    return { is: "refused", line, why };
  };
  return {
    lines,
    write: (saying, begun) => {
      const line = { key: newKey(), place: 1 + Math.max(0, ...lines().map((one) => one.place)), saying, begun };
      keep(line);
      return line;
    },
    // what has been on its way may be written already, and is taken back where it is written
    takeOut: (key) => dropIf(key, (line) => !line.tried),
    leaveOut: (key) => dropIf(key, (line) => line.refused),
    // Send the first line, as what follows the newest event that is shown
    step: async (send, shown) => {
      const line = lines()[0];
      if (!line) return { is: "done" };
      if (line.refused) return { is: "refused", line, why: line.refused };
      if (line.begun !== shown.begun) return refuse(line, "It was written down for another evening.");
      keep({ ...line, tried: true });
      const said = { saying: line.saying, key: line.key, seen: shown.seen, head: shown.head, follows: true };
      const answer = await send(said).catch(() => null), is = judge(answer);
      if (is === "refused") return refuse({ ...line, tried: true }, answer.body.error.message);
      if (is === "written") store.remove(nameOf(line.key));
      return { is, line, answer };
    },
  };
};
