import { describe, expect, test } from "vitest";
import { restOfBar } from "./rest-of-bar.ts";
import {
  aBarInWords,
  alikeRuns,
  barsInNumbers,
  buyInWords,
  cutsInOrder,
  isDone,
  leftInWords,
  notMadeInWords,
  piecesInWords,
  type SawPiece,
  sawPieceInWords,
  splitByCut,
  stopInWords,
  stopsOf,
  stopsOfRun,
  supplyOf,
  tablesInWords,
  takenInWords,
  unusualInWords,
  usualFigures,
  usualInWords,
} from "./saw-work.ts";

const piece = (lengthMm: number, other: Partial<SawPiece> = {}): SawPiece => ({
  orderId: 12,
  itemId: 7,
  panel: 1,
  part: "stile",
  lengthMm,
  ripMm: null,
  ends: "square",
  ...other,
});

describe("the stop list", () => {
  test("the stop list has each length once, the longest first, with all pieces of that length", () => {
    const list = stopsOf([piece(840), piece(1262), piece(840, { panel: 2 }), piece(840), piece(1262)]);
    expect(list.map(stopInWords)).toEqual(["2 × 1,262, stop 1,262", "3 × 840, stop 840"]);
    expect(list.map(({ pieces }) => pieces.map(({ panel, count }) => [panel, count]))).toEqual([
      [[1, 2]],
      [
        [1, 2],
        [2, 1],
      ],
    ]);
    expect(stopsOf([])).toEqual([]);
  });

  test("the pieces beside a stop are named once for equal pieces, the longest first", () => {
    const named = piecesInWords([piece(840), piece(1262, { panel: 2 }), piece(840)], (itemId) => `Window ${itemId}`);
    expect(named).toEqual(["1 × 1,262 ORD-12 Window 7, panel B: stile", "2 × 840 ORD-12 Window 7, panel A: stile"]);
  });

  test("a bar's pieces are divided into cut and uncut, and a bar is done once it is sawn or all its pieces are cut", () => {
    const pieces = [
      { ...piece(840), cut: true },
      { ...piece(600), cut: false },
    ];
    const { left, cut } = splitByCut(pieces);
    expect([left.map(({ lengthMm }) => lengthMm), cut.map(({ lengthMm }) => lengthMm)]).toEqual([[600], [840]]);
    expect(isDone({ sawn: null, pieces })).toBe(false);
    expect(isDone({ sawn: null, pieces: cut })).toBe(true);
    expect(isDone({ sawn: null, pieces: [] })).toBe(false);
    expect(isDone({ sawn: {}, pieces })).toBe(true);
  });

  test("the cuts are in the order of work: stop by stop of bars that are alike, pieces without a bar last", () => {
    const bar = (number: number, pieces: readonly SawPiece[]) => ({ bar: number, pieces, offcutId: null, lengthMm: 3000 });
    const stiles = [
      bar(4, [piece(840), piece(840, { panel: 2 }), piece(840), piece(600)]),
      bar(5, [piece(840, { panel: 3 }), piece(840, { panel: 3 }), piece(840, { panel: 3 }), piece(600)]),
      bar(6, [piece(600)]),
    ];
    // The rails' bar has equal lengths, and is sawn from other timber.
    const cuts = [...cutsInOrder([stiles, [bar(7, [piece(600)])]], [piece(3316)])];
    expect(cuts.map(({ bar, stopMm, lengthMm, panel }) => [bar, stopMm, lengthMm, panel])).toEqual([
      [4, 840, 840, 1],
      [4, 840, 840, 1],
      [4, 840, 840, 2],
      [5, 840, 840, 3],
      [5, 840, 840, 3],
      [5, 840, 840, 3],
      [4, 600, 600, 1],
      [5, 600, 600, 1],
      [6, 600, 600, 1],
      [7, 600, 600, 1],
      [null, null, 3316, 1],
    ]);
    expect(cuts[0]).not.toHaveProperty("count");
  });

  test("a run's stop counts all of its bars, and a piece that not each bar has names its bars", () => {
    const [one, other] = [piece(840), piece(840, { orderId: 13, itemId: 8 })];
    const run = [
      { bar: 4, pieces: [one, one, piece(600)] },
      { bar: 5, pieces: [one, other, piece(600)] },
      { bar: 6, pieces: [other, other, piece(600)] },
    ];
    const stops = stopsOfRun(run);
    expect(stops.map((stop) => [stopInWords(stop), aBarInWords(stop, run.length)])).toEqual([
      ["6 × 840, stop 840", "2 a bar"],
      ["3 × 600, stop 600", "1 a bar"],
    ]);
    expect(stops.map(({ pieces }) => pieces.map(({ count, bars }) => [count, bars]))).toEqual([
      [
        [3, [4, 5]],
        [3, [5, 6]],
      ],
      [[3, undefined]],
    ]);
    expect([barsInNumbers([4]), barsInNumbers([4, 5, 6, 9])]).toEqual(["bar 4", "bars 4 to 6, 9"]);
  });

  test("pieces of an order that is not made here leave the stops, and are named with their bars above", () => {
    const here = { ...piece(840), cut: false };
    const gone = { ...piece(600, { orderId: 13, panel: null, part: "frame-top" }), cut: false };
    const notMade = [{ orderId: 13, reason: "cancelled" }] as const;
    expect(splitByCut([here, gone], notMade)).toEqual({ left: [here], cut: [] });
    expect([isDone({ sawn: null, pieces: [gone] }, notMade), isDone({ sawn: null, pieces: [gone] })]).toEqual([true, false]);
    const bars = [
      { bar: 1, sawn: null, pieces: [here, gone] },
      { bar: 2, sawn: {}, pieces: [gone] },
      { bar: 3, sawn: null, pieces: [gone, { ...gone, cut: true }] },
    ];
    expect(notMadeInWords(notMade, bars)).toEqual(["ORD-13 was cancelled: 2 × 600 frame, top (bars 1, 3)."]);
    expect(notMadeInWords([{ orderId: 9, reason: "moved" }], bars)).toEqual(["ORD-9 is made by another workshop now."]);
  });

  test.each<[Partial<SawPiece>]>([
    [{ orderId: 13 }],
    [{ itemId: 8 }],
    [{ panel: null }],
    [{ part: "top-rail" }],
    [{ ripMm: 93.5 }],
    [{ ends: "mitre-both" }],
    [{ bevelDeg: 18.5 }],
  ])("pieces that differ in %j are listed separately at the same stop", (other) => {
    const [stop] = stopsOf([piece(840), piece(840, other), piece(840)]);
    expect(stop?.pieces.map(({ count }) => count)).toEqual([2, 1]);
    expect(stop?.count).toBe(3);
  });
});

test.each<[Partial<SawPiece>, string]>([
  [{}, "ORD-12 Bay, panel A: stile"],
  [{ stile: "left" }, "ORD-12 Bay, panel A: left stile"],
  [{ panel: 27, part: "top-rail", ripMm: 93.5 }, "ORD-12 Bay, panel AA: top rail, rip to 93.5"],
  [{ panel: null, part: "frame-left", ends: "mitre-left" }, "ORD-12 Bay: frame, left, mitre the lower end"],
  [{ panel: null, part: "t-post" }, "ORD-12 Bay: T-post"],
  [{ panel: null, part: "bay-post", bevelDeg: 21.5 }, "ORD-12 Bay: bay post, bevel both room faces 21.5° for 137°"],
])("a piece with %j is described as %s", (other, words) => {
  expect(sawPieceInWords(piece(840, other), "Bay")).toBe(words);
});

test("consecutive bars with equal lengths form a run, whichever panels they are for; offcuts do not", () => {
  const bar = (number: number, pieces: readonly SawPiece[], offcutId: number | null = null) => ({
    bar: number,
    pieces,
    offcutId,
    lengthMm: 3000,
  });
  const two = [piece(840), piece(600)];
  const bars = [
    bar(1, two, 5),
    bar(2, two, 6),
    bar(3, two),
    bar(4, two),
    bar(5, [piece(840, { panel: 2 }), piece(600)]),
    bar(6, [piece(840)]),
  ];
  expect(alikeRuns(bars).map((run) => run.map((one) => one.bar))).toEqual([[1], [2], [3, 4, 5], [6]]);
});

describe("what is bought, and what comes from stock", () => {
  const rack = { offcutId: null, lengthMm: 3000 };
  const planned = (offcuts: readonly number[], bars: number, savedBars: number) => ({
    bars: [...offcuts.map((lengthMm, index) => ({ offcutId: index + 1, lengthMm })), ...Array(bars).fill(rack)],
    savedBars,
    stockMm: 3000,
  });

  test("the supply of a plan buys bars from the rack and no offcut", () => {
    expect(supplyOf(planned([812.5, 1200], 2, 1))).toEqual({
      buy: [{ count: 2, lengthMm: 3000 }],
      buyMm: 6000,
      taken: { count: 2, mm: 2012.5 },
    });
  });

  test.each<[ReturnType<typeof planned>, { stockMm: number } | null, string, string | null]>([
    [planned([], 4, 0), { stockMm: 3000 }, "4 bars, 12 m", null],
    [planned([], 1, 0), { stockMm: 2500 }, "1 bar of 3,000 mm, 3 m", null],
    [planned([812.5], 1, 1), null, "1 bar of 3,000 mm, 3 m", "1 offcut from stock, 0.8125 m, saves 1 bar"],
    [planned([1262, 1262], 0, 2), null, "nothing to buy", "2 offcuts from stock, 2.524 m, save 2 bars"],
  ])("the bars to buy and the offcuts from stock have a text, example %#", (profile, usual, buy, taken) => {
    expect([buyInWords(profile, usual), takenInWords(profile)]).toEqual([buy, taken]);
  });

  test("a part that is longer than a bar is bought in its own length", () => {
    const profile = { ...planned([812.5], 2, 1), tooLong: [{ lengthMm: 3324 }, { lengthMm: 3324 }] };
    expect(supplyOf(profile)).toMatchObject({
      buy: [
        { count: 2, lengthMm: 3000 },
        { count: 2, lengthMm: 3324 },
      ],
      buyMm: 12_648,
    });
    expect(buyInWords(profile, { stockMm: 3000 })).toBe("2 bars and 2 of 3,324 mm, 12.648 m");
    expect(buyInWords({ ...planned([], 0, 0), tooLong: [{ lengthMm: 3324 }] }, null)).toBe("1 bar of 3,324 mm, 3.324 m");
  });

  test("a part that is left out of a bar stays in the bar's rest, with its kerf", () => {
    const pieces = [1266, 840.5].map((lengthMm) => ({ lengthMm }));
    const bar = { offcutId: null, lengthMm: 3000 };
    const figures = { kerfMm: 3, trimMm: 10 };
    // 3,000 less 10 for the trim, then 1,266 and 3 for the kerf.
    expect([pieces, pieces.slice(0, 1), []].map((left) => restOfBar(bar, left, figures))).toEqual([877.5, 1721, 2990]);
    // An offcut is not trimmed again.
    expect(restOfBar({ ...bar, offcutId: 5 }, pieces.slice(1), figures)).toBe(2156.5);
    expect(restOfBar({ ...bar, lengthMm: 1267 }, pieces.slice(0, 1), figures)).toBe(0);
  });

  test("an offcut is worth storing from its profile's keepMm on", () => {
    expect([600, 599.9].map((offcutMm) => leftInWords({ offcutMm }, { keepMm: 600 }))).toEqual([
      "offcut 600 mm: keep it",
      "offcut 599.9 mm",
    ]);
  });
});

describe("what is usual is said once", () => {
  const figures = { stockMm: 3000, kerfMm: 3, trimMm: 10, keepMm: 600 };
  const own = { stockMm: 2500, kerfMm: 4.2, trimMm: 10, keepMm: 600 };

  test("the usual figures are the commonest ones, and a profile names only figures that differ", () => {
    const usual = usualFigures([own, figures, { ...figures, trimMm: 15 }]);
    expect(usual).toEqual(figures);
    expect(usual && usualInWords(usual)).toBe("Bars of 3,000 mm, kerf 3 mm, trim 10 mm, keep offcuts from 600 mm on");
    expect([own, figures].map((one) => unusualInWords(one, usual))).toEqual(["bars of 2,500 mm, kerf 4.2 mm", null]);
  });

  test("the first of equally common figures is the usual one, and no profiles have none", () => {
    expect(usualFigures([own, figures])).toEqual(own);
    expect(usualFigures([])).toBeNull();
  });
});

test("a plan names the table of its orders with its date, and several tables with their orders", () => {
  const [own, usual] = [
    { table: "Northmoor", tableDate: "2026-11-24" as const, orders: [7, 9] },
    { table: "the usual clearances", tableDate: null, usualSections: true, orders: [12] },
  ];
  expect(tablesInWords([own])).toBe("Cut by the table of Northmoor of 24 Nov 2026.");
  expect(tablesInWords([own, usual])).toBe(
    "Cut ORD-7, ORD-9 by the table of Northmoor of 24 Nov 2026; ORD-12 by the usual clearances, usual sections.",
  );
  expect(tablesInWords([])).toBe("");
});
