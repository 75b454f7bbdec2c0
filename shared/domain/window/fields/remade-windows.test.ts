import { expect, test } from "vitest";
import { pairRemadeWindows } from "./remade-windows.ts";

const bay = { name: "Bay", widthM: 1.2, heightM: 1.35 };
const door = { name: "Door", widthM: 0.9, heightM: 2 };
const sizeOf = ({ widthM, heightM }: typeof bay) => `${widthM} × ${heightM}`;
const lowBay = { ...bay, heightM: 1 };

test("windows of an order are paired with the remake's by name and size, in any sequence", () => {
  const remake = [
    { ...lowBay, mark: 1 },
    { ...door, mark: 2 },
    { ...bay, mark: 3 },
  ];
  expect(pairRemadeWindows([bay, lowBay, { ...door, widthM: 1 }], remake, sizeOf)).toEqual([remake[2], remake[0], null]);
});

test("two windows of one name and size, in the remake or in the order, have no pair", () => {
  expect(pairRemadeWindows([bay, door], [bay, bay, door], sizeOf)).toEqual([null, door]);
  expect(pairRemadeWindows([bay, bay, door], [bay, door], sizeOf)).toEqual([null, null, door]);
});
