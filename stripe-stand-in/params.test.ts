import { expect, test } from "vitest";
import { parseForm } from "./params.ts";

const plain = (text: string) => JSON.parse(JSON.stringify(parseForm(text)));

test.each([
  ["a=1&b=two+words", { a: "1", b: "two words" }],
  ["a[b][c]=1&a[b][d]=2", { a: { b: { c: "1", d: "2" } } }],
  ["list[0]=x&list[1]=y", { list: { 0: "x", 1: "y" } }],
  ["expand[]=x&expand[]=y", { expand: { 0: "x", 1: "y" } }],
  ["items[0][price][amount]=5&items[1][price][amount]=6", { items: { 0: { price: { amount: "5" } }, 1: { price: { amount: "6" } } } }],
  ["m%5Bkey%5D=caf%C3%A9", { m: { key: "café" } }],
  ["", {}],
])("the form %s is parsed into nested objects", (text, expected) => expect(plain(text)).toEqual(expected));

test.each(["a=1&a[b]=2", "a[b=1", "a[[b]]=1", `a${"[b]".repeat(9)}=1`])("the form %s is rejected as invalid", (text) =>
  expect(() => parseForm(text)).toThrow(/Invalid/),
);

test("a key such as __proto__ is stored as an ordinary key", () => {
  parseForm("__proto__[polluted]=1&constructor[prototype][polluted]=1");
  expect("polluted" in {}).toBe(false);
});
