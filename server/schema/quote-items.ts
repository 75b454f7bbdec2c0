import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { MilliM2 } from "#shared/domain/length.ts";
import { LONGEST, MOST_PHOTOS_OF_WINDOW } from "#shared/domain/longest.ts";
import type { Pence } from "#shared/domain/money.ts";
import type { ChargedSurcharge } from "#shared/domain/trade/surcharges.ts";
import { LONGEST_MEASURED_MM, type MeasuredMm, PLACES } from "#shared/domain/window/fields/measured.ts";
import { LAYOUT_CODE, MOST_LETTERS } from "#shared/domain/window/fields/panels.ts";
import {
  type Choice,
  type Count,
  eachOption,
  OPTIONS,
  type OptionName,
  optionOf,
  valuesOf,
  WINDOW_FIELDS,
  type WindowOptions,
} from "#shared/domain/window/fields/window-fields.ts";
import { BAY_ANGLE, DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { CutPart } from "#shared/domain/window/saw/cut-list.ts";
import type { MakeOf } from "#shared/domain/window/saw/window-make.ts";
import {
  atMost,
  createdAt,
  deductionIsMade,
  id,
  isWithin,
  makeIsNamed,
  pence,
  tenthMm,
  texts,
  trimmed,
  widestPanelIsMade,
} from "./columns.ts";
import { companies } from "./companies-and-users.ts";
import { products } from "./products.ts";
import { quotes } from "./quotes.ts";

const columnName = (option: OptionName) => option.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

const choiceColumn = <Value extends string>(name: string, usual: string) =>
  text(name)
    .$type<Value>()
    .notNull()
    .default(usual as Value);

const countColumn = (name: string, usual: number) => smallint(name).notNull().default(usual);

/**
 * The default is the database's default too: a process of the previous version still writes rows
 * without the option.
 */
const optionColumns = eachOption((option, name) =>
  option.kind === "choice" ? choiceColumn(columnName(name), option.usual) : countColumn(columnName(name), option.usual),
) as {
  [Name in OptionName]: WindowOptions[Name] extends string
    ? ReturnType<typeof choiceColumn<WindowOptions[Name]>>
    : ReturnType<typeof countColumn>;
};

const isCount = (column: AnyPgColumn, { least, most }: Pick<Count, "least" | "most">) =>
  sql`${column} between ${sql.raw(`${least} and ${most}`)}`;

const isChoice = (column: AnyPgColumn, choice: Choice) => sql`${column} in (${sql.raw(`'${valuesOf(choice).join("', '")}'`)})`;

const MEASURED = `'strict $.widths.size() == ${PLACES} && $.heights.size() == ${PLACES} && !exists($.*[*] ? (@.type() != "number"))
          && !($.*[*] < 1) && !($.*[*] > ${LONGEST_MEASURED_MM}) && !exists($.*[*] ? (@.floor() != @))'`;

/** The side that follows from the measured figures, in tenths of a millimetre. */
const sideMeasured = (measured: AnyPgColumn, side: keyof MeasuredMm, mountType: AnyPgColumn) => {
  const places = sql.join(
    Array.from({ length: PLACES }, (_, place) => sql`(${measured} -> ${sql.raw(`'${side}' ->> ${place}`)})::numeric`),
    sql`, `,
  );
  return sql`10 * case ${mountType} when 'inside' then least(${places}) else greatest(${places}) end`;
};

export const quoteItems = pgTable(
  "quote_items",
  {
    id,
    quoteId: integer("quote_id")
      .notNull()
      .references(() => quotes.id, { onDelete: "cascade" }),
    place: smallint("place").notNull(),
    name: text("name").notNull(),
    shutterTypeId: integer("shutter_type_id")
      .notNull()
      .references(() => products.id),
    /**
     * The type's name at the time of the quote: a document must not change when the type is
     * renamed.
     */
    shutterType: text("shutter_type").notNull(),
    widthTenthMm: tenthMm("width_tenth_mm").notNull(),
    heightTenthMm: tenthMm("height_tenth_mm").notNull(),
    areaMilliM2: integer("area_milli_m2").notNull().$type<MilliM2>(),
    louverSize: integer("louver_size_mm").notNull(),
    ...optionColumns,
    /** Null: no layout code was entered, and the window is made without one (rule M9). */
    layoutCode: text("layout_code"),
    /** The facets of a bay, which determine its width (rule M20); null for every other window. */
    facetsMm: integer("facets_mm").array(),
    postAngles: integer("post_angles").array(),
    tPostsMm: integer("t_posts_mm").array(),
    midRailHeightsMm: integer("mid_rail_heights_mm").array(),
    tiltSplitMm: integer("tilt_split_mm"),
    /** The figures of a window that was measured at three points each way (rule M25). */
    measuredMm: jsonb("measured_mm").$type<MeasuredMm>(),
    /** A note for the workshop. */
    note: text("note"),
    colorSelection: text("color_selection").notNull(),
    quantity: integer("quantity").notNull(),
    /** The measurement checks that a person overrode (rule M5). */
    overriddenChecks: text("overridden_checks").array().notNull().default(sql`'{}'::text[]`),
    /**
     * The type's widest panel at the time of the quote, the default included: a later change must
     * not change the window's drawing.
     */
    widestPanelMm: smallint("widest_panel_mm").notNull().default(WIDEST_PANEL.usual),
    /** The type's deduction from a recess at the time of the quote (rule M11). */
    deductionMm: smallint("deduction_mm").notNull().default(DEDUCTION.usual),
    /**
     * The number of louvres of one window, for the workshop's totals; null in rows that were stored
     * before the count.
     */
    louvres: integer("louvres"),
    /** The parts that a remake's order makes (rule W103); null: the whole window. */
    make: jsonb("make").$type<MakeOf<CutPart>>(),
    /**
     * The area of one window that is made (rule W113). Null: its own area, because all of it is
     * made or because the row is older than this area and not counted yet.
     */
    madeAreaMilliM2: integer("made_area_milli_m2").$type<MilliM2>(),
    pencePerM2: integer("price_per_m2_pence").notNull().$type<Pence>(),
    /**
     * The list price and the discount of that day. Null: the window has the charged price, because
     * it is older than discounts or free of charge.
     */
    listPencePerM2: integer("list_price_per_m2_pence").$type<Pence>(),
    discountHundredths: smallint("discount_hundredths").notNull().default(0),
    /** True if the client's fixed price of the type was charged, without a discount (rule P18). */
    isFixedPrice: boolean("is_fixed_price").notNull().default(false),
    /**
     * The charged area of one window. Null: its own area, because the row is older than least
     * areas.
     */
    chargedAreaMilliM2: integer("charged_area_milli_m2").$type<MilliM2>(),
    /** The surcharges of its choices at the time of the quote. */
    surcharges: jsonb("surcharges").notNull().default([]).$type<ChargedSurcharge[]>(),
    itemTotalPence: pence("item_total_pence").notNull(),
    /**
     * The cost of making the window when it was priced (rule P17); null: its type had none. Only
     * the super admin reads it, so `itemColumns` does not contain it.
     */
    makingCostPence: pence("making_cost_pence"),
  },
  (t) => [
    texts(
      "quote_items",
      trimmed(t.name, LONGEST.windowName),
      trimmed(t.shutterType, LONGEST.productName),
      trimmed(t.colorSelection, LONGEST.color),
      sql`${atMost(t.note, LONGEST.makersNote)} and ${t.note} <> ''`,
    ),
    uniqueIndex("quote_items_in_order").on(t.quoteId, t.place),
    index("quote_items_uncounted").on(t.id.desc()).where(sql`${t.louvres} is null`),
    check(
      "quote_items_measures",
      sql`${t.widthTenthMm} between 1 and 100000 and ${t.heightTenthMm} between 1 and 100000 and ${t.areaMilliM2} > 0`,
    ),
    check("quote_items_widest_panel", widestPanelIsMade(t.widestPanelMm)),
    check("quote_items_deduction", deductionIsMade(t.deductionMm)),
    check(
      "quote_items_layout",
      sql`${t.layoutCode} is null or ${t.layoutCode} ~ ${sql.raw(`'${LAYOUT_CODE.source}'`)}
        and char_length(${t.layoutCode}) <= ${sql.raw(String(MOST_LETTERS))} and ${t.openingDirection} <> 'bypass'`,
    ),
    // A bay has as many facets as its code names, and they add up to the width; its angles belong
    // to the bay posts. The contract judges whether the panels have room.
    check(
      "quote_items_bay",
      sql`case when ${t.layoutCode} ~ '[BC]' then ${t.facetsMm} is not null and lengths_in_a_window(${t.facetsMm}) * 10 = ${t.widthTenthMm}
          and cardinality(${t.facetsMm}) = 1 + char_length(${t.layoutCode}) - char_length(translate(${t.layoutCode}, 'BC', ''))
          and ${t.sizeBasis} = 'make'
        else ${t.facetsMm} is null and ${t.postAngles} is null end`,
    ),
    check(
      "quote_items_post_angles",
      sql`${t.postAngles} is null or coalesce(array_ndims(${t.postAngles}), 0) = 1 and array_position(${t.postAngles}, null) is null
        and ${sql.raw(String(BAY_ANGLE.least))} <= all (${t.postAngles})
        and ${sql.raw(String(BAY_ANGLE.most))} >= all (${t.postAngles})
        and cardinality(${t.postAngles}) = char_length(${t.layoutCode}) - char_length(replace(${t.layoutCode}, 'B', ''))`,
    ),
    check("quote_items_recess", sql`${t.sizeBasis} <> 'recess' or ${t.mountType} = 'inside'`),
    // Positions of posts and rails increase, and their number agrees with the code. The contract
    // judges whether a panel has room.
    check(
      "quote_items_positions",
      sql`rises_in_a_window(${t.tPostsMm}) and rises_in_a_window(${t.midRailHeightsMm}) and ${t.tiltSplitMm} between 1 and 10000
        and (${t.tPostsMm} is null or cardinality(${t.tPostsMm}) = coalesce(char_length(${t.layoutCode}) - char_length(replace(${t.layoutCode}, 'T', '')), 0))
        and (${t.midRailHeightsMm} is null or cardinality(${t.midRailHeightsMm}) = ${t.numberOfMidRails})`,
    ),
    // Both sides have three figures, which determine the side. An impossible value becomes null,
    // which a check would accept.
    check(
      "quote_items_measured",
      sql`case when ${t.measuredMm} is null then true
        when coalesce(${t.measuredMm} - '{widths,heights}'::text[] = '{}' and ${t.measuredMm} @@ ${sql.raw(MEASURED)}, false) then
          ${sideMeasured(t.measuredMm, "widths", t.mountType)} = ${t.widthTenthMm}
          and ${sideMeasured(t.measuredMm, "heights", t.mountType)} = ${t.heightTenthMm}
        else false end`,
    ),
    check("quote_items_make", makeIsNamed(t.make)),
    check(
      "quote_items_made_area",
      sql`${t.madeAreaMilliM2} between 1 and ${t.areaMilliM2} and ${t.make} is not null or ${t.madeAreaMilliM2} is null`,
    ),
    check("quote_items_quantity", isCount(t.quantity, WINDOW_FIELDS.quantity)),
    ...OPTIONS.map((name) => {
      const option = optionOf(name);
      return check(`quote_items_${columnName(name)}`, option.kind === "choice" ? isChoice(t[name], option) : isCount(t[name], option));
    }),
    check(
      "quote_items_price_less_discount",
      sql`case when ${t.listPencePerM2} is null or ${t.isFixedPrice} then ${t.discountHundredths} = 0
        else ${t.pencePerM2} = round(${t.listPencePerM2}::numeric * (10000 - ${t.discountHundredths}) / 10000) end`,
    ),
    check(
      "quote_items_total_is_the_product",
      // An invalid surcharge becomes null, which a check would accept.
      sql`coalesce(${t.itemTotalPence} = round(coalesce(${t.chargedAreaMilliM2}, ${t.areaMilliM2})::numeric * ${t.pencePerM2} * ${t.quantity} / 1000)
        + case when ${t.surcharges} = '[]' then 0 else surcharges_come_to(${t.surcharges}) end, false)`,
    ),
    check("quote_items_making_cost", sql`${t.makingCostPence} >= 0`),
    check("quote_items_charged_area", sql`${t.chargedAreaMilliM2} >= ${t.areaMilliM2}`),
  ],
);

/**
 * A fitter's photos of a window (rule Q25). Saving a draft deletes its windows and inserts the
 * remaining ones again under their ids. So the foreign key is deferred in the baseline and checked
 * at the commit.
 */
export const windowPhotos = pgTable(
  "window_photos",
  {
    quoteItemId: integer("quote_item_id")
      .notNull()
      .references(() => quoteItems.id),
    /** Numbered from 1, as in the photo's address. A free number is used again. */
    n: smallint("n").notNull(),
    /** The order's workshop sees the photo too. */
    forWorkshop: boolean("for_workshop").notNull().default(false),
    storageKey: text("storage_key").notNull().unique(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.quoteItemId, t.n] }),
    check("window_photos_n", isWithin(t.n, { least: 1, most: MOST_PHOTOS_OF_WINDOW })),
  ],
);

/** A company's templates for windows: each name once, and one default. */
export const windowTemplates = pgTable(
  "window_templates",
  {
    id,
    companyId: integer("company_id")
      .notNull()
      .references(() => companies.id),
    name: text("name").notNull(),
    isDefault: boolean("is_default").notNull().default(false),
    /**
     * The values in the contract's form. The quote form skips a type or a choice that no longer
     * exists.
     */
    window: jsonb("window").notNull().$type<Readonly<Record<string, unknown>>>(),
    createdAt,
  },
  (t) => [
    texts("window_templates", trimmed(t.name, LONGEST.templateName)),
    uniqueIndex("window_templates_names").on(t.companyId, sql`lower(${t.name})`),
    uniqueIndex("window_templates_default").on(t.companyId).where(sql`${t.isDefault}`),
  ],
);
