import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(`${import.meta.dirname}/styles.css`, "utf8");

/** The pairs of text and background, and of symbol and background, whose contrast is measured. */
const TEXT = [
  ...["text", "muted", "accent", "positive", "warning", "danger", "info"].flatMap((ink) =>
    ["background", "surface", "raised"].map((paper) => [ink, paper] as const),
  ),
  ...["accent", "positive", "warning", "danger", "info"].flatMap((meaning) => [
    [`on-${meaning}`, meaning] as const,
    [meaning, `${meaning}-soft`] as const,
    ["text", `${meaning}-soft`] as const,
  ]),
  ["on-accent", "accent-strong"],
  ["on-danger", "danger-strong"],
  ["on-notice", "notice"],
  ["muted", "accent-soft"],
] as const;

const CONTROLS = [
  ["border-strong", "background"],
  ["border-strong", "surface"],
  ["accent", "background"],
  ["accent", "surface"],
  ["accent", "raised"],
] as const;

function tokensIn(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = "", value = ""]) => [name, value]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const darkAt = css.indexOf("@media (prefers-color-scheme: dark)");
const light = tokensIn(css.slice(0, darkAt));
/**
 * The slice ends at the closing brace in the first column, because the styles after it are not
 * tokens.
 */
const dark = tokensIn(css.slice(darkAt, css.indexOf("\n}", darkAt)));
const themes = { light, dark: new Map([...light, ...dark]) };

test("both themes define every colour", () => {
  expect(light.size).toBeGreaterThan(20);
  expect([...dark.keys()].sort()).toEqual([...light.keys()].sort());
});

describe.each(Object.entries(themes))("%s theme", (_, theme) => {
  const of = (name: string) => theme.get(name) ?? expect.unreachable(`no token --${name}`);
  test.each(TEXT)("%s can be read on %s (4.5 : 1)", (ink, paper) => expect(contrast(of(ink), of(paper))).toBeGreaterThanOrEqual(4.5));
  test.each(CONTROLS)("%s can be made out on %s (3 : 1)", (ink, paper) => expect(contrast(of(ink), of(paper))).toBeGreaterThanOrEqual(3));
});
