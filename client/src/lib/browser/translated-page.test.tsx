import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { surviveTranslation } from "./translated-page.ts";

beforeAll(() => surviveTranslation());

let show: (next: { busy: boolean; total: string }) => void;
function Total() {
  const [{ busy, total }, set] = useState({ busy: false, total: "£100.00" });
  show = set;
  return (
    <p data-testid="total">
      {busy && "Saving "}
      Total {total}
      {busy ? <b>busy</b> : " incl. VAT"}
    </p>
  );
}
const text = () => screen.getByTestId("total").textContent;

const eachText = (change: (node: Text) => void) => {
  const walker = document.createTreeWalker(screen.getByTestId("total"), NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  nodes.forEach(change);
};

const TRANSLATORS: Record<string, (node: Text) => void> = {
  "replaces text nodes": (node) => {
    const font = document.createElement("font");
    font.append(`«${node.data}»`);
    node.replaceWith(font);
  },
  "inserts its words and removes the text node": (node) => {
    const font = document.createElement("font");
    font.append(`«${node.data}»`);
    node.before(font);
    node.remove();
  },
  "wraps text nodes": (node) => {
    const font = document.createElement("font");
    node.replaceWith(font);
    font.append(node);
  },
};

beforeEach(() => void render(<Total />));

test.each(Object.entries(TRANSLATORS))("after a translator that %s, new, changed and removed texts are displayed", async (_, translate) => {
  eachText(translate);
  await act(async () => show({ busy: true, total: "£250.00" }));
  expect(text()?.replaceAll(/[«»]/g, "")).toBe("Saving Total £250.00busy");
  eachText(translate);
  await act(async () => show({ busy: false, total: "£90.00" }));
  expect(text()?.replaceAll(/[«»]/g, "")).toBe("Total £90.00 incl. VAT");
});
