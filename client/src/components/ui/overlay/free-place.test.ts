import { expect, test } from "vitest";
import { freePlace } from "./free-place.ts";

const ROOM = { width: 1440, height: 900 };
const TOAST = { width: 420, height: 80 };
const TOPS = [820, 700, 0];
const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height });
const place = (...boxes: ReturnType<typeof box>[]) => freePlace(TOAST, TOPS, ROOM, boxes);

test("with nothing in its way it stands at the bottom right", () => {
  expect(place()).toEqual({ left: 1020, top: 820 });
  expect(place(box(1200, 700, 100, 40))).toEqual({ left: 1020, top: 820 });
});

test("it goes left of what it would cover", () => {
  expect(place(box(1300, 850, 90, 36))).toEqual({ left: 880, top: 820 });
  expect(place(box(1300, 850, 90, 36), box(700, 850, 300, 36))).toEqual({ left: 280, top: 820 });
});

test("and to another height where there is no room", () => {
  const row = [0, 1, 2, 3, 4].map((n) => box(n * 300, 830, 100, 36));
  expect(place(...row)).toEqual({ left: 1020, top: 700 });
  expect(place(...row, ...row.map(({ left }) => box(left, 720, 100, 36)))).toEqual({ left: 1020, top: 0 });
});

test("where everything is full it stands at the last height", () => {
  expect(
    freePlace({ width: 390, height: 80 }, [764, 56], { width: 390, height: 844 }, [box(20, 60, 44, 44), box(20, 790, 44, 44)]),
  ).toEqual({
    left: 0,
    top: 56,
  });
});
