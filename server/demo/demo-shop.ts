import { recordNames } from "#server/features/products/products.ts";
import type { Product, WindowAsked } from "#server/features/quotes/price-windows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { priceChanges, products } from "#server/schema/products.ts";
import { type MilliM2, toLength } from "#shared/domain/length.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { type Finish, USUAL_FINISH } from "#shared/domain/timber.ts";
import { USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import type { People } from "./demo-accounts.ts";
import type { Timeline } from "./demo-timeline.ts";

interface DemoProduct {
  readonly name: string;
  readonly description: string;
  readonly louvers: readonly number[];
  readonly colors: readonly string[];
  /** The price per square metre from a number of days ago on; the last is today's price. */
  readonly prices: readonly { readonly daysAgo: number; readonly pence: number }[];
  readonly widestPanelMm?: number;
  /** A painted type gets its colour after it is made, so its bars have no colour (rule M22). */
  readonly finish?: Finish;
  readonly densityKgM3?: number;
  readonly leadWeeks?: number;
  /** The cost of making a square metre; one type has none. */
  readonly costPerM2?: Pence;
  readonly costSurcharges?: Product["costSurcharges"];
  /** The minimum area and surcharges, in force since today's price. */
  readonly charges?: Pick<Product, "minimumAreaMilliM2" | "surcharges">;
  readonly archivedDaysAgo?: number;
}

const PAINTS = ["White", "Silk White", "Pearl", "Cream", "Pure White", "Black"] as const;
const STAINS = ["White", "Silk White", "Cream", "Black", "Golden Oak", "Red Mahogany", "Rich Walnut"] as const;

/** The trade's materials with the louvre sizes in which they are milled. */
const PRODUCTS: readonly DemoProduct[] = [
  {
    name: "Basswood Classic",
    description: "Light, straight-grained hardwood. The usual choice for living rooms, bays and tall windows.",
    louvers: [47, 64, 76, 89],
    colors: STAINS,
    costPerM2: pence(8450),
    leadWeeks: 4,
    prices: [
      { daysAgo: 200, pence: 14_950 },
      { daysAgo: 64, pence: 15_450 },
      { daysAgo: 21, pence: 15_995 },
    ],
  },
  {
    name: "MDF Essential",
    description: "Painted medium-density fibreboard. Dry rooms, panels up to 750 mm wide.",
    louvers: [64, 76, 89],
    colors: PAINTS,
    widestPanelMm: 750,
    finish: "painted",
    densityKgM3: 750,
    leadWeeks: 3,
    costPerM2: pence(5800),
    prices: [
      { daysAgo: 200, pence: 10_995 },
      { daysAgo: 45, pence: 11_495 },
    ],
  },
  {
    name: "PVC Aqua – waterproof",
    description: "Hollow vinyl with aluminium cores. Bathrooms, kitchens and wet rooms.",
    louvers: [64, 76, 89],
    colors: ["White", "Pure White", "Silk White"],
    costPerM2: pence(6900),
    costSurcharges: [{ field: "tiltRodType", value: "hidden", amountPence: pence(480), per: "shutter" }],
    leadWeeks: 2,
    prices: [
      { daysAgo: 200, pence: 13_500 },
      { daysAgo: 30, pence: 12_995 },
    ],
    charges: {
      minimumAreaMilliM2: 600 as MilliM2,
      surcharges: [
        { field: "tiltRodType", value: "hidden", amountPence: pence(1250), per: "shutter" },
        { field: "hingeColor", value: "stainless", amountPence: pence(600), per: "shutter" },
        { field: "frameType", value: "t-post", amountPence: pence(1800), per: "post" },
      ],
    },
  },
  {
    name: "Hardwood Signature (Paulownia)",
    description: "The lightest of the hardwoods, for wide panels, tracked doors and special shapes.",
    louvers: [47, 64, 76, 89, 114],
    densityKgM3: 300,
    leadWeeks: 6,
    colors: [...STAINS, "Ash Grey", "Charcoal"],
    costPerM2: pence(12_300),
    prices: [{ daysAgo: 200, pence: 21_500 }],
  },
  {
    name: "Full-height Café style",
    description: "Basswood for the lower half of a street-level window.",
    louvers: [47, 64],
    colors: ["White", "Silk White", "Cream", "Pearl"],
    leadWeeks: 4,
    prices: [
      { daysAgo: 190, pence: 15_050 },
      { daysAgo: 9, pence: 15_550 },
    ],
  },
  {
    name: "Aluminium Secure",
    description: "Powder-coated aluminium with a locking bar, for ground floors and terraces.",
    louvers: [89, 114],
    colors: ["White", "Anthracite", "Black"],
    costPerM2: pence(16_700),
    leadWeeks: 8,
    prices: [{ daysAgo: 95, pence: 28_900 }],
  },
  {
    name: "Polywood Budget",
    description: "No longer made: replaced by PVC Aqua.",
    louvers: [64, 89],
    colors: ["White", "Cream"],
    leadWeeks: 2,
    costPerM2: pence(4600),
    prices: [{ daysAgo: 230, pence: 8_995 }],
    archivedDaysAgo: 50,
  },
];

/** Today's shutter types without a database, for tests that only need windows. */
export const typesOfToday = (): ReadonlyMap<number, Product> =>
  new Map(
    PRODUCTS.filter(({ archivedDaysAgo }) => archivedDaysAgo === undefined).map((type, index) => {
      const { name, description, louvers, colors, widestPanelMm = null, densityKgM3 = null, finish = USUAL_FINISH } = type;
      const [madeAt, id] = [new Date(0), index + 1];
      const defaults = {
        widestPanelMm,
        deductionMm: null,
        leadWeeks: null,
        densityKgM3,
        finish,
        minimumAreaMilliM2: null,
        surcharges: [],
        material: null,
        supplierId: null,
        basePricePerM2: pence(1),
        costPerM2: null,
        costSurcharges: [],
        terms: null,
        createdAt: madeAt,
        archivedAt: null,
      };
      return [id, { id, name, description, standardLouverSizes: [...louvers], colorOptions: [...colors], ...defaults }];
    }),
  );

export interface Shop {
  readonly products: readonly Product[];
  readonly changes: readonly (typeof priceChanges.$inferSelect)[];
  /** The shutter types at an instant: with that day's prices, without those already archived. */
  at(instant: Date): ReadonlyMap<number, Product>;
}

export async function storeProducts(db: Db, people: People, time: Timeline): Promise<Shop> {
  const histories = PRODUCTS.map(({ prices }) => prices.map((price) => ({ at: time.momentOn(price.daysAgo), to: pence(price.pence) })));
  const stored = await db
    .insert(products)
    .values(
      PRODUCTS.map(({ name, description, louvers, colors, prices: _, charges, archivedDaysAgo, ...made }, index) => ({
        name,
        description,
        standardLouverSizes: [...louvers],
        colorOptions: [...colors],
        ...made,
        ...charges,
        basePricePerM2: histories[index]?.at(-1)?.to ?? pence(1),
        priceSince: londonDay(histories[index]?.at(-1)?.at ?? time.now),
        createdAt: histories[index]?.[0]?.at ?? time.now,
        archivedAt: archivedDaysAgo === undefined ? null : time.momentOn(archivedDaysAgo),
      })),
    )
    .returning();
  await recordNames(db, stored);
  const rows = stored.flatMap((product, index) =>
    (histories[index] ?? []).map(({ at, to }, step, history) => ({
      productId: product.id,
      from: history[step - 1]?.to ?? null,
      to,
      at,
      byUserId: people.superAdmin.id,
    })),
  );
  const changes = await db
    .insert(priceChanges)
    .values(rows.toSorted((one, other) => Number(one.at) - Number(other.at)))
    .returning();
  const sold = stored.map((product) => ({ ...product, terms: null }));
  return { products: sold, changes, at: (instant) => shopAt(sold, changes, instant) };
}

/** Before today's price a type had no charges besides its area. */
const NO_CHARGES = { minimumAreaMilliM2: null, surcharges: [] };

function shopAt(products: readonly Product[], changes: Shop["changes"], instant: Date): ReadonlyMap<number, Product> {
  const priceOf = (product: Product): Pence =>
    changes.findLast((change) => change.productId === product.id && change.at <= instant)?.to ?? product.basePricePerM2;
  const chargesOf = (product: Product) => (priceOf(product) === product.basePricePerM2 ? {} : NO_CHARGES);
  const sold = products.filter(({ createdAt, archivedAt }) => createdAt <= instant && (archivedAt === null || archivedAt > instant));
  return new Map(
    sold.map((product) => [product.id, { ...product, ...chargesOf(product), basePricePerM2: priceOf(product), archivedAt: null }]),
  );
}

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

type Measured = WindowAsked & { readonly width: number; readonly height: number };
type Details = Partial<WindowAsked>;

/** A frame without its bottom side stands on the sill, so it is fitted inside the recess. */
const insideOnly = ({ mountType }: Measured, details: Details): Details => (mountType === "inside" ? details : {});

/**
 * The details of some windows, in a fitter's words. The measure decides, not chance, so that one
 * more detail leaves the rest of the demo unchanged.
 */
const DETAILS: Readonly<Record<string, (window: Measured) => Details>> = {
  Kitchen: (window) => ({
    layoutCode: "LR",
    ...(window.width % 2 === 0 && insideOnly(window, { frameSides: "LTR", note: "Stands on the sill, which falls 4 mm to the left." })),
  }),
  "Bay – centre": (window) => (window.width % 3 === 0 ? victorian(window) : atAPost(window)),
  "Front bedroom": (window) => ({ layoutCode: "LR", ...(window.width % 2 === 0 && insideOnly(window, { sizeBasis: "recess" })) }),
  "Back bedroom": ({ width }) => (width > 1100 ? { layoutCode: width % 2 === 0 ? "LLRR" : "LTLR" } : {}),
  Stairwell: ({ height, numberOfMidRails }) => ({
    midRailHeightsMm: numberOfMidRails === 1 ? [Math.round(height * 0.45)] : null,
    note: height % 3 === 0 ? "Mid rail in line with the banister." : null,
  }),
  Study: ({ height, numberOfMidRails }) =>
    numberOfMidRails === 0 ? { tiltSplitMm: Math.round(height * 0.6), hingeColor: "brass" } : { hingeColor: "stainless" },
};

const atAPost = ({ width }: Measured): Details => ({
  layoutCode: "LTR",
  ...(width % 2 === 0 && { tPostsMm: [Math.round(width * 0.45)] }),
});

/** The whole bay as one window: a pair in front and a panel at either side (rule M20). */
function victorian({ width }: Measured): Details {
  const side = Math.round(width * 0.45);
  return {
    name: "Victorian bay",
    layoutCode: "LBLRBR",
    facetsMm: [side, width, side],
    postAngles: width % 2 === 0 ? null : [140, 140],
    widthTenthMm: toLength(2 * side + width, "mm"),
    openingDirection: "left-hinge",
    frameType: "l-frame",
  };
}

/** Higher panels sag without a mid rail (rule M4). */
const TALL_MM = 1800;

/**
 * Windows of one house with one shutter type, louvre and colour, as people order, and sometimes a
 * waterproof one.
 */
export function windowsFor(shop: ReadonlyMap<number, Product>, count: number, time: Timeline): WindowAsked[] {
  const [first, ...others] = [...shop.values()];
  if (!first) throw new Error("The demo shop is empty");
  const usual = time.oneOf<Product>([first, ...others]);
  const start = time.pick(OPENINGS.length);
  const windows = Array.from({ length: count }, (_, index) => {
    const opening = OPENINGS[(start + index) % OPENINGS.length] ?? OPENINGS[0];
    const product = index % 4 === 3 ? time.oneOf<Product>([first, ...others]) : usual;
    return windowOf(opening, product, time);
  });
  return windows.map((window) => ({ ...window, ...asInTheHouse(window, windows) }));
}

/** A house has one louvre and one colour of a type: those of its first window of that type. */
function asInTheHouse(window: WindowAsked, appContext: readonly WindowAsked[]) {
  const { louverSize, colorSelection } = appContext.find(({ shutterTypeId }) => shutterTypeId === window.shutterTypeId) ?? window;
  return { louverSize, colorSelection };
}

function windowOf({ name, widthMm, heightMm, opening, frame }: Opening, product: Product, time: Timeline): WindowAsked {
  const measure = ([from, to]: Range) => from + time.pick(to - from + 1);
  const height = measure(heightMm);
  const width = measure(widthMm);
  const plain: WindowAsked = {
    name,
    shutterTypeId: product.id,
    widthTenthMm: toLength(width, "mm"),
    heightTenthMm: toLength(height, "mm"),
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
  return { ...plain, ...DETAILS[name]?.({ ...plain, width, height }) };
}
