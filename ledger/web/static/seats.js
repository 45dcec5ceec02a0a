// Who sits where in a new evening: up, down, out, and dragging.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const list = () => document.getElementById("reorder");
  const edges = () => all("li", list()).forEach((one, place, those) => {
    one.querySelector("[data-move=up]").disabled = place === 0;
    one.querySelector("[data-move=down]").disabled = place === those.length - 1;
  });
  addEventListener("click", (event) => {
    const how = event.target.closest?.("[data-move]")?.dataset.move, one = event.target.closest?.("li");
    if (how && one) {
      if (how === "up") one.previousElementSibling?.before(one);
      if (how === "down") one.nextElementSibling?.after(one);
      if (how === "out") one.remove();
      edges();
    }
    if (event.target.id === "add") {
      const input = document.getElementById("more-players");
      for (const name of input.value.match(/"[^"]+"|[^\s,;]+/g) || []) {
        const row = document.createElement("li"), plain = name.replace(/^"|"$/g, "");
        row.innerHTML = '<span class="grip" aria-hidden="true">⠿</span><span class="name"></span><input type="hidden" name="player"><button type="button" data-move="up">▲</button><button type="button" data-move="down">▼</button><button type="button" data-move="out">✕</button>';
        row.querySelector(".name").textContent = row.querySelector("input").value = plain;
        all("button", row).forEach((button) => { button.ariaLabel = plain + " " + button.dataset.move });
        list().append(row);
      }
      input.value = "";
      edges();
    }
  });
  let dragged = null;
  addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.(".grip");
    if (!grip) return;
    dragged = grip.closest("li");
    dragged.classList.add("dragged");
    event.preventDefault();
  });
  addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("#reorder li");
    if (over && over !== dragged) (over.getBoundingClientRect().top < dragged.getBoundingClientRect().top ? over.before(dragged) : over.after(dragged));
  });
  addEventListener("pointerup", () => { dragged?.classList.remove("dragged"); dragged = null; edges() });
  addEventListener("DOMContentLoaded", () => {
    document.getElementById("add").hidden = false;
    edges();
  });
})();
