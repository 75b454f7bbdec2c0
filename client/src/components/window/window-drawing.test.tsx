import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { GOLDEN_WINDOWS, windowOf } from "#shared/domain/testing/windows.ts";
import { WindowDrawing } from "./window-drawing.tsx";

/** Renders the portal's drawing as a file for any program, without the page's class names. */
const svgOf = (...[props]: Parameters<typeof WindowDrawing>) =>
  renderToStaticMarkup(<WindowDrawing {...props} />)
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replaceAll(/ class="[^"]*"/g, "");

describe("golden drawings, reviewed by eye", () => {
  test.for(Object.entries(GOLDEN_WINDOWS))("%s", async ([name, window]) => {
    await expect(svgOf({ window, width: 360, detail: "making" })).toMatchFileSnapshot(`__goldens__/${name}.svg`);
  });
});

test("a drawing stays small, however many louvres there are", () => {
  expect(svgOf({ window: windowOf(2400, 2400, { louverSize: 47 }), width: 300 }).length).toBeLessThan(60_000);
});

test("an SVG has no script, no style and nothing from outside", () => {
  const svg = svgOf({ window: windowOf(1200, 1350, { colorSelection: '"><script>' }), width: 300, detail: "making" });
  const tags = svg.replace('xmlns="http://www.w3.org/2000/svg"', "").replace(/aria-label="[^"]*"/, "");
  expect(tags).not.toMatch(/script|style|href|url\(|http/i);
});
