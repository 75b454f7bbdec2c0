import type { Product } from "#server/features/products/product-queries.ts";
import type { WindowAsked } from "#server/features/quotes/price-windows.ts";
import { toLength } from "#shared/domain/length.ts";
import { USUAL_OPTIONS } from "#shared/domain/window-options.ts";
import type { Timeline } from "./demo-timeline.ts";

type Range = readonly [from: number, to: number];
interface Opening {
  readonly name: string;
  readonly widthMm: Range;
  readonly heightMm: Range;
  readonly opening: WindowAsked["openingDirection"];
  readonly frame: WindowAsked["frameType"];
}

/** Openings of ordinary houses. */
const OPENINGS = [
  { name: "Kitchen", widthMm: [900, 1450], heightMm: [950, 1250], opening: "left-hinge", frame: "l-frame" },
  { name: "Bathroom", widthMm: [480, 760], heightMm: [900, 1150], opening: "right-hinge", frame: "l-frame" },
  { name: "Bay – left", widthMm: [520, 700], heightMm: [1500, 1850], opening: "left-hinge", frame: "t-post" },
  { name: "Bay – centre", widthMm: [1150, 1650], heightMm: [1500, 1850], opening: "bi-fold", frame: "t-post" },
  { name: "Bay – right", widthMm: [520, 700], heightMm: [1500, 1850], opening: "right-hinge", frame: "t-post" },
  { name: "Front bedroom", widthMm: [1050, 1600], heightMm: [1200, 1500], opening: "left-hinge", frame: "z-frame" },
  { name: "Back bedroom", widthMm: [850, 1300], heightMm: [1100, 1350], opening: "right-hinge", frame: "z-frame" },
  { name: "Stairwell", widthMm: [560, 820], heightMm: [1900, 2450], opening: "left-hinge", frame: "l-frame" },
  { name: "Patio doors", widthMm: [1780, 2380], heightMm: [2050, 2250], opening: "bypass", frame: "l-frame" },
  { name: "Study", widthMm: [700, 1100], heightMm: [1000, 1300], opening: "left-hinge", frame: "l-frame" },
] as const satisfies readonly [Opening, ...Opening[]];

/** Higher ones sag without a mid rail (rule M4). */
const TALL_MM = 1800;

/** So many windows of one house: one shutter type throughout, as people order them, and sometimes a waterproof one. */
export function windowsFor(shop: ReadonlyMap<number, Product>, count: number, time: Timeline): WindowAsked[] {
  const [first, ...others] = [...shop.values()];
  if (!first) throw new Error("The demo shop is empty");
  const usual = time.oneOf<Product>([first, ...others]);
  const start = time.pick(OPENINGS.length);
  return Array.from({ length: count }, (_, index) => {
    const opening = OPENINGS[(start + index) % OPENINGS.length] ?? OPENINGS[0];
    const product = index % 4 === 3 ? time.oneOf<Product>([first, ...others]) : usual;
    return windowOf(opening, product, time);
  });
}

function windowOf({ name, widthMm, heightMm, opening, frame }: Opening, product: Product, time: Timeline): WindowAsked {
  const measure = ([from, to]: Range) => from + time.pick(to - from + 1);
  const height = measure(heightMm);
  return {
    name,
    shutterTypeId: product.id,
    widthM: toLength(measure(widthMm), "mm"),
    heightM: toLength(height, "mm"),
    louverSize: product.standardLouverSizes[time.pick(product.standardLouverSizes.length)] ?? 76,
    colorSelection: product.colorOptions[time.pick(product.colorOptions.length)] ?? "White",
    ...USUAL_OPTIONS,
    tiltRodType: time.oneOf(["center", "offset", "hidden", "hidden"]),
    numberOfMidRails: height > TALL_MM ? 1 : time.oneOf([0, 0, 0, 1]),
    frameType: frame,
    mountType: time.oneOf(["inside", "inside", "outside"]),
    openingDirection: opening,
    quantity: time.oneOf([1, 1, 1, 1, 2, 2, 3]),
  };
}
