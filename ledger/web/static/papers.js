// What a printed, copied or shared text needs, and a file that is read: pages of who pays whom, and of two books.
(() => {
  // Over plain http there is no clipboard but that of a selected field
  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy), label = button.textContent;
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else { field.select(); document.execCommand("copy"); button.focus() }
    button.textContent = document.getElementById("status").textContent = "Copied";
    setTimeout(() => { button.textContent = label }, 2000);
  };
  addEventListener("click", (event) => {
    if (event.target.closest?.("[data-print]")) print();
    const copies = event.target.closest?.("[data-copy]");
    if (copies) copy(copies);
  });
  // The code of a payment is fetched as its sheet opens: no page keeps it
  addEventListener("beforetoggle", async (event) => {
    const box = event.newState === "open" && event.target.querySelector?.("[data-code-of]");
    if (!box || box.dataset.fetched) return;
    box.dataset.fetched = "yes";
    const answer = await fetch(box.dataset.codeOf).catch(() => null);
    const code = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".pay-code");
    if (code) box.prepend(code);
  }, true);
  // A file is read here, and sent as the text of its form
  for (const file of document.querySelectorAll("[data-into]")) {
    file.hidden = false;
    file.addEventListener("change", async () => {
      const text = document.getElementById(file.dataset.into);
      if (!file.files[0]) return;
      text.value = await file.files[0].text();
      text.form.requestSubmit();
    });
  }
  const share = document.querySelector("[data-share]");
  if (share && navigator.share) {
    share.disabled = false;
    share.querySelector("small").remove();
    share.onclick = () => navigator.share({ text: document.getElementById("text").value }).catch(() => {});
  }
})();
