// The notebook: what is said while the server cannot be reached is written down here, and sent when the line is back.
// Nothing is derived here: no balance moves, no next question is guessed.
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const PLACES = 9, LONGEST_PAUSE = 8000, LIMIT = 8000;

export const begin = ({ queueOf }, kit, address) => {
  const root = document.documentElement, evening = address.match(/\d+/)[0];
  const table = () => document.getElementById("table"), panel = () => document.querySelector(".panel");
  const isStale = () => root.classList.contains("stale");
  const since = () => document.querySelector("#stale .since").textContent;
  const make = (tag, properties, ...inside) => {
    const one = Object.assign(document.createElement(tag), properties);
    one.append(...inside);
    return one;
  };
  const button = (text, className, act, more = {}) => make("button", { type: "button", className, onclick: act, ...more }, text);
  const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const counted = (number) => number === 1 ? "One saying waits" : `${number} sayings wait`;

  // What the phone cannot keep stands here until the page is closed, and the notebook says so
  const unkept = new Map();
  const local = (() => { try { return localStorage } catch { return null } })();
  const store = {
    names: () => [...new Set([...(local ? Object.keys(local) : []), ...unkept.keys()])],
    get: (name) => unkept.get(name) ?? local?.getItem(name) ?? null,
    set: (name, text) => {
      try { local.setItem(name, text); unkept.delete(name) } catch { unkept.set(name, text) }
    },
    remove: (name) => { unkept.delete(name); local?.removeItem(name) },
  };
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
  const queue = queueOf(store, evening, newKey);

  // What is being written down
  let open = false, who = null, word = null, tokens = [], typing = false, from = 0;
  let slept = false;
  let said = [], instead = null, shut = "", running = false, pause = 500, trying = 0;
  const forget = () => { who = word = null; tokens = []; typing = false; from = 0 };
  const nameOf = (player) => kit.words.players.find(([name]) => name === player)?.[1] || quoted(player);
  const saying = () => typing ? tokens.join("") : [who && nameOf(who), word?.word, ...tokens].filter(Boolean).join(" ");
  const isWhole = () => typing ? Boolean(saying().trim()) : Boolean(word && (tokens.length || !word.needs));
  const asText = () => queue.lines().map((line) => line.saying).join("\n");
  const writeDown = () => {
    queue.write(saying().trim(), kit.begun);
    forget();
    render();
  };
  const places = (all, more) => make("div", { className: "places across-3 choices" }, ...all.slice(from, from + PLACES - 1),
    ...(all.length > from + PLACES - 1 ? [button("another…", "ask", () => { from += PLACES - 1; render() })] : [more]));
  const aLine = () => button("a line…", "ask", () => { forget(); typing = true; render() });
  const choose = (player) => { forget(); who = player; render() };
  const askWho = () => places([...kit.words.players.map(([name]) => button(name, "ask", () => choose(name))),
    button("nobody", "ask", () => choose(""))], aLine());
  const askWhat = () => places(kit.words.words.filter((one) => Boolean(one.who) === Boolean(who)).map((one) =>
    button(one.label, "ask", () => { word = one; from = 0; render() })), aLine());
  const add = (token) => { tokens.push(token); render() };
  // Figures run on; a sum of money has its sign
  const key = (figure) => {
    const last = tokens.at(-1), { sign } = kit.words, runs = last !== undefined && /^\W?[\d¼½¾.sd]+$/.test(last) && !SUITS[last.slice(-1)];
    if (runs) tokens[tokens.length - 1] += figure;
    else tokens.push(/\d/.test(figure) && sign && word.takes.includes("sum") ? sign + figure : figure);
    render();
  };
  const back = () => {
    const last = tokens.pop();
    if (last?.length > 1 && /^\W?[\d¼½¾.sd]+$/.test(last) && last.length > (/^\d/.test(last) ? 1 : 2)) tokens.push(last.slice(0, -1));
    render();
  };
  let rank = "";
  const pads = () => {
    const takes = word.takes || [], parts = [];
    const row = (className, all) => parts.push(make("div", { className }, ...all));
    if (word.words) row("places across-4 choices", word.words.map((one) => button(one, "ask", () => add(one))));
    if (takes.includes("name")) {
      const others = kit.words.players.filter(([name]) => name !== who);
      row("places across-4 choices", others.map(([name, written]) => button(name, "ask", () => add(written))));
    }
    if (takes.includes("cards")) {
      row("figures", RANKS.map((one) => button(one, rank === one ? "ask on" : "ask", () => { rank = one; render() })));
      const suits = Object.entries({ S: "spades", H: "hearts", D: "diamonds", C: "clubs" });
      row("places across-4 choices", suits.map(([one, ariaLabel]) => button(SUITS[one] + "\ufe0e", "ask " + one,
        () => { add(rank + one); rank = ""; render() }, { disabled: !rank, ariaLabel })));
    }
    if (takes.some((kind) => kind === "sum" || kind === "number")) {
      row("figures", [..."1234567890", ...(takes.includes("sum") ? kit.words.keys : [])].map((one) => button(one, "ask", () => key(one))));
    }
    for (const [kind, ariaLabel, write] of [["text", "in words", quoted], ["rest", "the rest of the line", String]]) {
      const text = make("input", { type: "text", ariaLabel, placeholder: ariaLabel, maxLength: 200 });
      const put = () => { if (text.value.trim()) add(write(text.value.trim())) };
      if (takes.includes(kind)) row("line", [text, button("Add", "ask", put)]);
    }
    return make("div", { className: "pads" }, ...parts);
  };
  const typed = () => {
    const text = make("input", { type: "text", ariaLabel: "what was said", maxLength: 400, value: tokens.join("") });
    text.oninput = () => { tokens = [text.value]; told() };
    text.onkeydown = (event) => { if (event.key === "Enter" && isWhole()) writeDown() };
    return make("div", { className: "line" }, text);
  };
  const chips = () => {
    const chip = (text, undo) => button(text + " ×", "ask on", () => { undo(); render() });
    const parts = [];
    if (typing) parts.push(chip("a line", forget));
    else {
      if (who !== null) parts.push(chip(who || "nobody", forget));
      if (word) parts.push(chip(word.label, () => { word = null; tokens = [] }));
      if (tokens.length) parts.push(chip(tokens.join(" "), back));
      if (!word) parts.push(make("span", { className: "asked-for" }, who === null ? "who?" : "says?"));
    }
    return make("div", { className: "chips" }, ...parts);
  };
  const told = () => {
    const write = document.querySelector(".notes .write"), number = queue.lines().length;
    if (!write) return;
    write.disabled = !isWhole();
    const where = `waits here as the ${ORDINALS[number] || number + 1 + "th"}`;
    write.replaceChildren(make("span", {}, saying() + (isWhole() ? "" : " …")), make("small", {}, where));
  };
  const banner = (className, head, below, ...acts) => make("div", { className: "banner " + className, role: "status" },
    make("div", {}, make("b", {}, head), ...(below ? [make("span", {}, below)] : [])), ...acts);
  const tryNow = () => button("Try now", "again-here", () => document.querySelector("#stale .again").click());
  const copies = () => {
    const text = make("textarea", { id: "waiting-text", readOnly: true, rows: 3, value: asText(), ariaLabel: "what waits, to copy" });
    const copy = button("Copy what waits", "ask", () => {});
    copy.dataset.copy = text.id;
    return make("div", { className: "copies" }, text, copy);
  };
  // Over https the page is opened again without the server; over http it is not, and says so
  const opensAgain = location.protocol === "https:";
  const writing = (lines) => [
    banner("lost", lines.length ? `${counted(lines.length)} on this phone` : "Not connected",
      `No answer since ${since()}; ${opensAgain ? "it tries again" : "keep this page open"}`, tryNow()),
    make("h2", { tabIndex: -1 }, "Write it down here"),
    make("p", { className: "quiet" }, unkept.size ? "This phone keeps nothing: copy what waits before you close the page"
      : "Checked and sent in order when the line is back"),
    chips(), typing ? typed() : word ? pads() : who === null ? askWho() : askWhat(),
    ...(unkept.size ? [copies()] : []),
    button("", "usual write", writeDown),
  ];

  // The line is back: what is written, what does not fit, and what waits behind it
  const row = (text, state, className = "") => make("li", { className }, make("span", {}, text), make("span", {}, state));
  const written = () => said.map((one) => row(one.saying, `✓ written, ${one.number}`));
  const asking = (lines, [first, ...behind] = lines, number = said.length + lines.length) => [
    banner("asks-here", `Connected again. ${number > 1 ? `One of ${NUMBERS[number] || number} does` : "It does"} not fit`),
    make("h2", { tabIndex: -1 }, `Leave out “${first.saying}”?`),
    make("p", { className: "quiet" }, first.refused),
    make("ul", { className: "sent" }, ...written(),
      row(first.saying, "not written", "refused"), ...behind.map((one) => row(one.saying, "waits"))),
    button("Say it otherwise…", "ask otherwise", () => { instead = first; render() }),
    button("Leave it out", "leave-out", () => { queue.leaveOut(first.key); render(); run() }),
  ];
  const sending = (lines) => shut
    ? [banner("asks-here", shut, "Open the new link on this phone: what waits is kept"), copies()]
    : [banner("asks-here", "Connected again", "What waits is sent in order"),
      make("ul", { className: "sent" }, ...written(), ...lines.map((one) => row(one.saying, "waits")))];

  // What waits stands in the strip with a clock; the newest can be taken out, unless it has been on its way
  const waiting = (lines) => {
    const last = lines.at(-1);
    const takeOut = () => { queue.takeOut(last.key); render() }, disabled = last.tried;
    const undo = button("Undo", disabled ? "undo off" : "undo", takeOut, { disabled });
    const list = lines.slice(-3).map((line) => make("li", {}, make("span", { className: "waits-sign", ariaHidden: "true" }, "◷"),
      make("span", {}, make("i", {}, line.saying), make("small", {}, line.tried ? "may be written already" : "waits"))));
    return make("div", { className: "waiting" }, make("ol", { ariaLabel: "what waits" }, ...list), undo);
  };
  const shows = (lines) => isStale() ? open : lines.length > 0 && !instead;
  const put = (host, className, ...inside) => {
    host?.querySelector(`:scope > .${className}`)?.remove();
    if (inside.length) host?.append(make("div", { className }, ...inside));
  };
  const render = () => {
    const lines = queue.lines(), shown = shows(lines), stale = isStale();
    root.classList.toggle("notes-open", shown);
    put(panel(), "notes", ...(!shown ? [] : stale ? writing(lines) : lines[0]?.refused ? asking(lines) : sending(lines)));
    put(document.querySelector(".strip"), "waits", ...(shown && stale && lines.length ? [waiting(lines)] : []));
    put(panel(), "for-another", ...(instead && !stale ? [make("b", {}, `Instead of “${instead.saying}”`),
      button("Back to what waits", "ask", () => { instead = null; render() })] : []));
    // While the server is there, what sleeps for a moment after a touch is left alone
    if (stale || slept) for (const part of document.querySelectorAll(".top, .strip > .last, .strip > .stack")) part.inert = stale && shown;
    if (stale) {
      table().inert = !shown;
      offer(lines.length);
    }
    slept = stale && shown;
    for (const seat of document.querySelectorAll(".seat > a")) {
      seat.parentElement.classList.toggle("says-it", shown && stale && who === seat.dataset.name);
    }
    told();
  };
  const offer = (number) => {
    const box = document.querySelector("#stale > div");
    if (!box.querySelector(".write-down")) box.append(button("Write it down here", "write-down", openIt));
    document.querySelector("#stale b + span").textContent = number ? `${counted(number)} on this phone. It tries again by itself.`
      : "The table may have gone on without this phone. It tries again by itself.";
  };
  const openIt = () => {
    open = true;
    render();
    document.querySelector(".notes h2")?.focus({ preventScroll: true });
  };

  // Sending: what others have said is shown first, then each line follows what is shown
  const send = async (said) => {
    const headers = { "Content-Type": "application/json" }, signal = AbortSignal.timeout(LIMIT);
    const how = { method: "POST", headers, body: JSON.stringify(said), signal };
    const answer = await fetch(`/api/evenings/${evening}/sayings`, how);
    return { status: answer.status, body: await answer.json() };
  };
  const moves = async (head) => {
    for (let waited = 0; waited < 1500 && table()?.dataset.head === head; waited += 50) await new Promise((on) => setTimeout(on, 50));
  };
  const afresh = async () => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT) });
    if (answer.ok) kit = await answer.json();
    return answer.ok;
  };
  const sendAll = async () => {
    if (!await afresh()) return "unheard";
    for (;;) {
      const { seen, head } = table().dataset;
      const found = await queue.step(send, { seen: Number(seen), head, begun: kit.begun });
      if (found.is === "shut") shut = found.answer.body.error.message;
      if (found.is === "written") said.push({ saying: found.line.saying, number: found.answer.body.said[0].number });
      if (found.is !== "written" && found.is !== "behind") return found.is;
      render();
      await moves(head);
    }
  };
  const run = async () => {
    clearTimeout(trying);
    if (running || instead || isStale() || !queue.lines().length) return;
    running = true;
    shut = "";
    const is = await sendAll().catch(() => "unheard");
    running = false;
    pause = is === "unheard" ? Math.min(LONGEST_PAUSE, 2 * pause) : 500;
    if (is === "unheard") trying = setTimeout(run, pause);
    if (is === "done") { said = []; open = false }
    render();
  };

  let was = isStale();
  new MutationObserver(() => {
    if (was === isStale()) return;
    was = isStale();
    if (was) instead = null;
    open = was && queue.lines().length > 0;
    render();
    run();
  }).observe(root, { attributeFilter: ["class"] });
  // a table that was drawn anew has lost what was put into it
  new MutationObserver(() => {
    const shown = shows(queue.lines());
    if (Boolean(document.querySelector(".panel > .notes")) !== shown) render();
  }).observe(document.body, { childList: true, subtree: true });
  addEventListener("storage", (event) => { if (event.key?.startsWith("card-ledger-line")) { render(); run() } });
  // a seat says who, and a touch on the panel opens the notebook
  addEventListener("click", (event) => {
    const seat = event.target.closest?.(".seat > a");
    if (seat && isStale() && shows()) {
      event.preventDefault();
      event.stopPropagation();
      choose(seat.dataset.name);
    } else if (isStale() && !open && !event.target.closest?.("#stale button")) {
      const box = panel()?.getBoundingClientRect(), { clientX: x, clientY: y } = event;
      if (box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) openIt();
    }
  }, true);
  // what was said otherwise is written: the line it stood for is left out
  let takesBack = false;
  addEventListener("submit", (event) => { takesBack = Boolean(event.submitter?.closest(".stack")) }, true);
  addEventListener("page:recorded", (event) => {
    if (!instead || event.detail.refused || takesBack) return;
    queue.leaveOut(instead.key);
    instead = null;
    render();
    run();
  });
  // the worker keeps this page as well, and its files, which were there before it
  const worker = opensAgain && navigator.serviceWorker;
  if (worker) {
    const files = () => performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.includes("/static/"));
    worker.oncontrollerchange = () => { for (const kept of [location.pathname, ...files(), address]) fetch(kept).catch(() => {}) };
    worker.register(kit.files["worker.js"], { scope: "/evenings/" }).catch(() => {});
  }
  open = isStale() && queue.lines().length > 0;
  render();
  run();
};
