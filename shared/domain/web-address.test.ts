import { describe, expect, test } from "vitest";
import { holdsAddress, removeLinks } from "./web-address.ts";

const HIDDEN = {
  "evil.com": "evil com",
  "see EVIL.Example now": "see EVIL Example now",
  "https://evil": "https evil",
  "www.1evil.com": "www 1evil com",
  "WWW.1": "www 1",
  "evil\uFF0Ecom": "evil com",
  "пример\u3002рф": "пример рф",
  "evil\u200D.com": "evil com",
  "evil.\u200Ccom": "evil com",
  "evil\u00AD.com": "evil com",
  "evil\u0338.com": "evil com",
  "evil.c\u0301om": "evil \u0107om",
  "w\u00ADww.1": "www 1",
  "https:\u200D//evil": "https evil",
  "I\u2764\uFE0F.ws": "I\u2764 ws",
  "a_.com": "a_ com",
};

test.each(Object.entries(HIDDEN))("the name %j contains a web address, and the text for emails contains none", (name, harmless) => {
  expect(holdsAddress(name)).toBe(true);
  expect(removeLinks(name)).toBe(harmless);
  expect(holdsAddress(harmless)).toBe(false);
});

describe("names as they are", () => {
  test.each([
    "J.P. Morris",
    "Ann-Marie O'Neil",
    "Dr. Who",
    "Ltd. & Sons",
    "3.5 mm",
    "Zoe\u0308 Rene\u0301",
    "नमस्ते शटर",
    "می\u200Cخواهم",
    "\u{1F469}\u200D\u{1F527} Repairs",
  ])("the name %j contains no web address and stays unchanged", (name) => {
    expect(holdsAddress(name)).toBe(false);
    expect(removeLinks(name)).toBe(name);
  });
});
