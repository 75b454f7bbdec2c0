import { expect, test } from "vitest";

test("a computed style is cached, and computed again after any change of the page", () => {
  document.body.innerHTML = "<main><p>Here</p></main>";
  const [main, p] = [document.querySelector("main"), document.querySelector("p")];
  if (!main || !p) throw new Error("Not there");
  const shown = window.getComputedStyle(p);
  expect(shown.display).toBe("block");
  expect(window.getComputedStyle(p)).toBe(shown);
  p.hidden = true;
  expect(window.getComputedStyle(p).display).toBe("none");
  p.hidden = false;
  main.style.visibility = "hidden";
  expect([window.getComputedStyle(p).display, window.getComputedStyle(p).visibility]).toEqual(["block", "hidden"]);
  document.body.innerHTML = "";
});
