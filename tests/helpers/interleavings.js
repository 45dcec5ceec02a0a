// Two phones with the page's own queue, a server that dies, answers that are lost or late, reloads and second tabs:
// what happens is drawn by a seed. Returned is what was written down, what became of it, and the log.
export const play = async (queueOf, seed, steps = 120) => {
  let state = seed * 2654435761 % 4294967296 || 1;
  const chance = (number) => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
    return state % number;
  };
  const some = (all) => all[chance(all.length)];
  const settled = async () => { for (let turn = 0; turn < 12; turn += 1) await null };

  // The server: it records what fits, and under a key once
  const log = [], keys = new Map();
  let alive = true;
  const fits = (saying) => (saying.length * 7 + log.length * 3 + Number(saying.match(/\d+$/)[0])) % 6 !== 0;
  const receive = ({ saying, key, seen, follows }) => {
    if (keys.has(key)) return { status: 200, body: { said: [{ number: keys.get(key) }], again: true } };
    if (follows && seen !== log.length) return { status: 409, body: { error: { code: "stale", message: "meanwhile" } } };
    if (chance(12) === 0) return { status: 409, body: { error: { code: "store", message: "too many wait" } } };
    if (!fits(saying)) return { status: 409, body: { error: { code: "does-not-fit", message: "no" } } };
    log.push(saying);
    keys.set(key, log.length);
    return { status: 200, body: { said: [{ number: log.length }] } };
  };
  const late = [];

  const phones = ["A", "B"].map((name) => {
    const kept = new Map();
    const store = { names: () => [...kept.keys()], get: (key) => kept.get(key) ?? null, set: (key, text) => kept.set(key, text), remove: (key) => kept.delete(key) };
    return { name, store, written: [], out: [], left: [], otherwise: [], tabs: [], keys: 0 };
  });
  const tabOf = (phone) => ({ phone, queue: queueOf(phone.store, "1", () => `${phone.name}${phone.keys += 1}`), shown: 0, busy: false, requests: [] });
  for (const phone of phones) phone.tabs = [tabOf(phone)];

  // A request is on its way until it is decided whether it arrives, and whether its answer does
  const send = (tab) => (said) => new Promise((answer, fail) => tab.requests.push({ said, answer, fail }));
  const step = async (tab) => {
    if (tab.busy) return;
    tab.busy = true;
    tab.queue.step(send(tab), { seen: tab.shown, head: "", begun: "then" }).then(() => { tab.busy = false });
    await settled();
  };
  const deliver = async (tab, how) => {
    const request = tab.requests.shift();
    if (!request) return;
    const arrives = alive && how !== "lost";
    const answer = arrives && how !== "late" ? receive(request.said) : null;
    if (how === "late") late.push(request.said);
    if (answer && how === "answered") request.answer(answer);
    else if (answer && how === "other") request.answer({ status: some([200, 502]), body: { portal: true } });
    else request.fail(new Error("no answer"));
    await settled();
  };
  const acts = {
    write: (phone, tab) => { phone.written.push(tab.queue.write(`${phone.name} says ${phone.written.length + 1}`, "then").saying) },
    step: (phone, tab) => step(tab),
    answered: (phone, tab) => deliver(tab, "answered"),
    lost: (phone, tab) => deliver(tab, some(["lost", "unanswered", "late", "other"])),
    look: (phone, tab) => { if (alive) tab.shown = log.length },
    dies: () => { alive = !alive },
    arrives: () => { if (alive && late.length) receive(late.splice(chance(late.length), 1)[0]) },
    // a tab that is closed hears no answer any more; what it has sent goes on
    reload: (phone, tab) => {
      late.push(...tab.requests.map((request) => request.said));
      phone.tabs[phone.tabs.indexOf(tab)] = tabOf(phone);
    },
    another: (phone) => { if (phone.tabs.length < 2) phone.tabs.push(tabOf(phone)) },
    closes: (phone, tab) => {
      if (phone.tabs.length < 2) return;
      late.push(...tab.requests.map((request) => request.said));
      phone.tabs.splice(phone.tabs.indexOf(tab), 1);
    },
    takeOut: (phone, tab) => {
      const last = tab.queue.lines().at(-1);
      if (last && tab.queue.takeOut(last.key)) phone.out.push(last.saying);
    },
    leaveOut: (phone, tab) => {
      const first = tab.queue.lines()[0];
      if (first && tab.queue.leaveOut(first.key)) phone.left.push(first.saying);
    },
    otherwise: (phone, tab) => {
      const first = tab.queue.lines()[0];
      if (!first?.refused || !alive) return;
      log.push(`instead of ${first.saying}`);
      if (tab.queue.leaveOut(first.key)) phone.left.push(first.saying);
    },
    tap: () => { if (alive) log.push("a tap of somebody") },
  };
  const often = ["write", "write", "step", "step", "step", "answered", "answered", "answered", "lost", "look", "look", "look", "arrives"];
  const draw = [...often, ...Object.keys(acts)];
  for (let turn = 0; turn < steps; turn += 1) {
    const phone = some(phones);
    await acts[some(draw)](phone, some(phone.tabs));
  }
  // The line is back for good: everything is sent or asked about
  alive = true;
  for (let turn = 0; phones.some((phone) => phone.tabs[0].queue.lines().length); turn += 1) {
    if (turn > 2000) throw new Error("the queue does not end");
    for (const phone of phones) for (const tab of phone.tabs) {
      acts.look(phone, tab);
      await step(tab);
      await deliver(tab, "answered");
      if (turn % 3 === 2) acts.leaveOut(phone, tab);
    }
    if (turn % 5 === 0) acts.arrives();
  }
  while (late.length) acts.arrives();
  return { log, phones: phones.map(({ name, written, out, left }) => ({ name, written, out, left })) };
};
