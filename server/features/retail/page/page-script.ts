/**
 * The page's script updates the total for ticked extras and sends the three answers. Browsers run
 * it as written, without a build or a library.
 */
export const PAGE_SCRIPT = `(() => {
  "use strict";
  const main = document.querySelector("main");
  const here = main && main.dataset.here;
  if (!here) return;
  const post = (what, body) =>
    fetch(here + "/" + what, {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json", accept: "application/json, text/plain" },
      body: JSON.stringify(body || {}),
    });
  void post("opened").catch(() => {});
  for (const part of document.querySelectorAll(".needs-script")) part.hidden = false;
  // The page scrolls without motion, so that the outcome can be read at once.
  const target = document.getElementById(location.hash.slice(1));
  if (target) {
    target.scrollIntoView({ behavior: "instant" });
    target.focus({ preventScroll: true });
  }

  const sums = document.querySelector(".sums");
  const boxes = [...document.querySelectorAll("input[name=extra]")];
  const inPounds = (pence) => new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(pence / 100);
  const share = (amount, part, whole) => Math.floor((2 * amount * part + whole) / (2 * whole));
  const say = (id, words) => {
    const place = document.getElementById(id);
    if (place) place.textContent = words;
  };
  const ticked = () => boxes.filter((box) => box.checked);
  const total = () => {
    const subtotal = ticked().reduce((sum, box) => sum + Number(box.dataset.net), Number(sums.dataset.subtotal));
    const vat = share(subtotal, Number(sums.dataset.vat), 100);
    return { vat, total: subtotal + vat };
  };
  const follow = () => {
    const now = total();
    say("vat", inPounds(now.vat));
    for (const id of ["total", "head-total", "bar-total", "accept-total"]) say(id, inPounds(now.total));
    const deposit = inPounds(share(now.total, Number(sums.dataset.deposit), 10000));
    say("deposit", deposit);
    say("pay-deposit", deposit);
    // One line absorbs the remainder of rounding, so that the lines add up to the total.
    const absorbed = now.total - ticked().reduce((sum, box) => sum + Number(box.dataset.pence), Number(sums.dataset.rest));
    for (const place of document.querySelectorAll("[data-absorbs]")) place.textContent = inPounds(absorbed);
    if (sums.dataset.windowsRest) say("windows-total", inPounds(Number(sums.dataset.windowsRest) + absorbed));
    say("sentence", "I accept this quotation of " + inPounds(now.total) + " and its terms.");
    const rows = ticked().map((box) => {
      const row = document.createElement("div");
      row.className = "sum ticked";
      const label = document.createElement("dt");
      label.textContent = box.nextElementSibling.textContent;
      const amount = document.createElement("dd");
      amount.textContent = inPounds(Number(box.dataset.pence));
      row.append(label, amount);
      return row;
    });
    for (const row of sums.querySelectorAll(".ticked")) row.remove();
    document.getElementById("ticked").before(...rows);
  };
  for (const box of boxes) box.addEventListener("change", follow);
  if (boxes.length > 0) follow();

  const bodies = {
    accept: (data) => ({
      name: data.get("name"),
      email: data.get("email") || null,
      extras: ticked().map((box) => Number(box.value)),
      total: total().total / 100,
      hash: main.dataset.hash,
    }),
    question: (data) => ({ text: data.get("text") }),
    decline: (data) => ({ reason: data.get("reason") || null }),
  };
  const wrong = (does, data) => {
    if (does === "accept" && String(data.get("name")).trim().length < 2) return "Please enter your name";
    if (does === "accept" && !data.get("agree")) return "Please tick the sentence above if you accept";
    if (does === "question" && !String(data.get("text")).trim()) return "Please enter your question";
    return "";
  };
  for (const form of document.querySelectorAll("form[data-does]")) {
    const error = form.querySelector(".error");
    const button = form.querySelector("button");
    const show = (words) => {
      error.textContent = words;
      error.hidden = !words;
    };
    form.noValidate = true;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const does = form.dataset.does;
      const data = new FormData(form);
      show(wrong(does, data));
      if (!error.hidden) return;
      button.disabled = true;
      try {
        const reply = await post(does, bodies[does](data));
        if (!reply.ok) {
          show(await reply.text());
          button.disabled = false;
          return;
        }
        if (does === "question") {
          const note = document.createElement("p");
          note.className = "note";
          note.setAttribute("role", "status");
          note.textContent = "Your question was sent.";
          form.replaceChildren(note);
          return;
        }
        history.scrollRestoration = "manual";
        history.replaceState(null, "", here + (does === "accept" ? "#accepted" : "#declined"));
        location.reload();
      } catch {
        show("There is no connection just now. Nothing was sent: please try again.");
        button.disabled = false;
      }
    });
  }
  // A row at the foot would open below the edge. The click precedes the opening.
  for (const summary of document.querySelectorAll(".room summary")) {
    const row = summary.parentElement;
    summary.addEventListener("click", () => requestAnimationFrame(() => row.open && row.scrollIntoView({ block: "nearest" })));
  }
  // Browsers that print closed rows closed receive them open.
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll(".room details:not([open])")];
    for (const row of unfolded) row.open = true;
  });
  addEventListener("afterprint", () => {
    for (const row of unfolded) row.open = false;
  });
  document.querySelector(".bar a")?.addEventListener("click", () => {
    document.getElementById("accept").open = true;
  });
})();
`;
