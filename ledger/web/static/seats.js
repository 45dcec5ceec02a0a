// Who sits where in a new evening: names are touched in the order in which they sit.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const people = () => document.getElementById("people");
  const WORDS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
  let order = [], typedIn = 0;
  // What is played for, as the choices above say it
  const chosen = (name) => document.querySelector(`#opening input[name="${name}"]:checked`);
  const terms = () => {
    const worth = chosen("counter-" + chosen("money")?.value), paid = chosen("bank");
    return (worth ? worth.labels[0].textContent + " a counter, " : "counters only, ") + "paid for " + paid?.labels[0].textContent;
  };
  const draw = () => {
    for (const box of all("input", people())) {
      const place = order.indexOf(box.value);
      box.checked = place >= 0;
      if (place >= 0) box.labels[0].dataset.place = place + 1;
      else delete box.labels[0].dataset.place;
    }
    const ring = document.getElementById("ring-shown"), half = Math.ceil(order.length / 2);
    ring.hidden = order.length < 2;
    const seats = (names) => names.map((name) => Object.assign(document.createElement("li"), { textContent: name }));
    const [above, below] = all("ol", ring);
    above.replaceChildren(...seats(order.slice(0, half)));
    below.replaceChildren(...seats(order.slice(half)));
    ring.querySelector("p").textContent = `Clockwise: after ${order.at(-1)} comes ${order[0]} again`;
    const begin = document.getElementById("begin"), typed = document.getElementById("more-players").value.trim();
    begin.disabled = order.length < 2 && !typed;
    begin.firstChild.textContent = order.length < 2 ? "Begin" : `Begin with these ${WORDS[order.length] || order.length}`;
    const game = document.querySelector("input[name=game]:checked");
    const first = game ? game.dataset.title + ", " : "";
    begin.querySelector("small").textContent = begin.disabled ? "two at least" : first + terms();
  };
  const seat = (name) => {
    if (!all("input", people()).some((box) => box.value === name)) {
      const id = "typed-" + (typedIn += 1);
      people().append(Object.assign(document.createElement("input"), { type: "checkbox", name: "player", value: name, id }),
        Object.assign(document.createElement("label"), { htmlFor: id, textContent: name, className: "typed-in" }));
    }
    if (!order.includes(name)) order.push(name);
  };
  addEventListener("change", (event) => {
    if (event.target.name !== "player") { draw(); return }
    const { checked, value, labels } = event.target;
    if (checked) seat(value);
    else order = order.filter((name) => name !== value);
    if (!checked && labels[0].matches(".typed-in")) for (const part of [labels[0], event.target]) part.remove();
    draw();
  });
  // With a comma or a quote in the line it is several names, else one
  const add = () => {
    const input = document.getElementById("more-players"), line = input.value.trim();
    const names = /[",;]/.test(line) ? line.match(/"[^"]+"|[^\s,;"][^,;"]*/g) || [] : line ? [line] : [];
    names.forEach((name) => seat(name.replace(/^"|"$/g, "").trim()));
    input.value = "";
    input.focus();
    draw();
  };
  addEventListener("keydown", (event) => {
    if (event.target.id !== "more-players" || event.key !== "Enter" || !event.target.value.trim()) return;
    event.preventDefault();
    add();
  });
  addEventListener("input", (event) => { if (event.target.id === "more-players") draw() });
  addEventListener("click", (event) => {
    const as = event.target.closest?.("[data-as]");
    if (as) {
      event.preventDefault();
      order = [];
      JSON.parse(as.dataset.as).forEach(seat);
      draw();
    }
    if (event.target.id === "add") add();
  });
  // They are sent in the order in which they sit, with a name that still stands in the field
  addEventListener("submit", (event) => { if (event.target.id === "opening") add() }, true);
  addEventListener("formdata", (event) => {
    event.formData.delete("player");
    for (const name of order) event.formData.append("player", name);
  });
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("add").hidden = false;
    order = all("input:checked", people()).map((box) => box.value);
    draw();
  });
})();
