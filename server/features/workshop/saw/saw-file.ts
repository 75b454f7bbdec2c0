import { and, desc, eq, sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import { z } from "zod";
import type { AppContext } from "#server/context.ts";
import { existingOrders } from "#server/features/orders/orders.ts";
import { readTables } from "#server/features/workshop/bar-plan/plan-state.ts";
import { findPlanOwner, planOf, readPlan } from "#server/features/workshop/bar-plan/plans.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { unauthorized } from "#server/platform/http/errors.ts";
import { csvTable, inParts, sendCsv } from "#server/platform/http/paging/csv.ts";
import { parsePart } from "#server/platform/http/parse-request.ts";
import { signedInUser } from "#server/platform/http/session/session.ts";
import { barPlanOrders, barPlans } from "#server/schema/bar-plans.ts";
import { rawCalls } from "#shared/contract/parts/raw-calls.ts";
import { sawCut } from "#shared/contract/saw.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { cutsInOrder, endsOnFile, type SawPiece } from "#shared/domain/window/saw/saw-work.ts";
import { sectionInWords } from "#shared/domain/window/saw/sections.ts";

type Asking = Parameters<typeof planOf>[0];
type Chosen = Parameters<typeof planOf>[1];

/** The newest stored plan of exactly these orders. */
async function newestPlan(db: Db, user: SignedInUser, chosen: Chosen): Promise<number | undefined> {
  const planned = sql`(select array_agg(${barPlanOrders.orderId} order by ${barPlanOrders.orderId}) from ${barPlanOrders}
    where ${eq(barPlanOrders.planId, barPlans.id)})`;
  const rising = chosen.map(({ id }) => id).sort((one, other) => one - other);
  const holdsFirst = sql`exists (select from ${barPlanOrders} where ${and(eq(barPlanOrders.planId, barPlans.id), eq(barPlanOrders.orderId, rising[0] ?? 0))})`;
  const [plan] = await db
    .select({ id: barPlans.id })
    .from(barPlans)
    .where(and(eq(barPlans.companyId, findPlanOwner(user, chosen)), holdsFirst, sql`${planned} = ${sql.param(rising)}::int[]`))
    .orderBy(desc(barPlans.id))
    .limit(1);
  return plan?.id;
}

/** The facts of a bar that its pieces have in the file. */
interface Group {
  readonly section: string;
  readonly material: string;
  readonly color: string | null;
}
type Cut = SawPiece & Group & { readonly piece: number | null };
interface Bar {
  readonly bar: number;
  readonly offcutId: number | null;
  readonly lengthMm: number;
  readonly pieces: readonly Cut[];
}
interface ToSaw {
  /** The bars of each section with something to cut. */
  readonly sections: readonly (readonly Bar[])[];
  readonly tooLong: readonly Cut[];
  readonly windows: readonly { readonly itemId: number; readonly window: string }[];
}

type Profile = Pick<Awaited<ReturnType<typeof planOf>>["profiles"][number], "section" | "material" | "color" | "tooLong">;
const groupOf = ({ section, material, color }: Profile): Group => ({ section: sectionInWords(section), material, color });
const tooLongOf = (profiles: readonly Profile[]): Cut[] =>
  profiles.flatMap((profile) => profile.tooLong.map((piece) => ({ ...piece, ...groupOf(profile), piece: null })));

type Plan = Awaited<ReturnType<typeof readPlan>>;
/** The remaining cuts of a stored plan, without orders that changed or are not made here. */
function leftOf({ profiles, changed, windows }: Plan): ToSaw {
  const isToSaw = (piece: { readonly orderId: number; readonly cut: boolean }) => !piece.cut && !changed.includes(piece.orderId);
  const sections = profiles.map((profile) => {
    const group = groupOf(profile);
    return profile.bars.flatMap(({ sawn, pieces, ...bar }): Bar[] => {
      const left = sawn ? [] : pieces.filter(isToSaw).map((piece) => ({ ...piece, ...group }));
      return left.length === 0 ? [] : [{ ...bar, pieces: left }];
    });
  });
  return { sections, tooLong: tooLongOf(profiles).filter(({ orderId }) => !changed.includes(orderId)), windows };
}

/**
 * Loads what is still to be sawn for these orders (rule W49).
 * @throws 404 if the person may not see one of them
 */
async function toSaw(asking: Asking, chosen: Chosen): Promise<ToSaw> {
  const { db, user } = asking;
  const planId = await newestPlan(db, user, chosen);
  const plan = planId === undefined ? null : await readPlan(db, user, planId);
  const left = plan?.changed.length === 0 ? leftOf(plan) : null;
  if (left?.sections.some((bars) => bars.length > 0)) return left;
  const { bars, profiles, windows } = await planOf(asking, chosen);
  const sections = profiles.map((profile, place): Bar[] => {
    const group = groupOf(profile);
    return bars
      .filter((bar) => bar.profile === place)
      .map(({ bar, offcutId, lengthTenthMm, pieces }) => ({
        ...{ bar, offcutId, lengthMm: lengthTenthMm / 10 },
        pieces: pieces.map((piece) => ({ ...piece, ...group })),
      }));
  });
  return { sections, tooLong: tooLongOf(profiles), windows: windows.map(({ itemId, name }) => ({ itemId, window: name })) };
}

/** The saw's file has no column for a side, so the part has it. */
const partOnFile = ({ part, stile }: Cut) => (part === "stile" && stile ? (`${stile}-stile` as const) : part);

function* rowsOf({ sections, tooLong, windows }: ToSaw): Generator<z.output<typeof sawCut>> {
  const names = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  for (const cut of cutsInOrder(sections, tooLong))
    yield { ...cut, ends: endsOnFile(cut), window: names.get(cut.itemId) ?? "", part: partOnFile(cut) };
}

/** The file's name has the newest date of the tables by which the orders are cut. */
function nameOf(tables: readonly { readonly tableDate: Day | null }[], first: string): string {
  const dates = tables.flatMap(({ tableDate }) => tableDate ?? []).toSorted();
  return [first, dates.at(-1)].filter((part) => part !== undefined).join("-table-");
}

/** Both roles receive one table, because it has no column that is hidden from either. */
const TABLE = csvTable("workshop.saw", z.array(sawCut), { role: "supplier", isViewing: false });

/** Serves the CSV file for the saw. */
export function sawFileHandler({ db, clock }: AppContext): RequestHandler {
  return async (req, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    const { orders } = parsePart(rawCalls.saw.query, req.query);
    const left = new AbortController();
    const leave = () => left.abort();
    res.once("close", leave);
    const chosen = await existingOrders(db, user, orders);
    const name = nameOf(await readTables(db, user, chosen), `saw-${londonDay(clock())}`);
    const cuts = toSaw({ db, user, left: left.signal }, chosen).finally(() => res.off("close", leave));
    const rows = cuts.then(rowsOf);
    await sendCsv(res, { table: TABLE, name }, inParts(rows)).catch((error: unknown) => {
      // The client has disconnected, so nobody needs the error.
      if (!left.signal.aborted) throw error;
    });
  };
}

/** Serves the CSV file of a stored plan for the saw. */
export function planSawFileHandler({ db }: AppContext): RequestHandler {
  return async (req, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    const { id } = parsePart(rawCalls.planSaw.params, req.params);
    const plan = await readPlan(db, user, id);
    await sendCsv(res, { table: TABLE, name: nameOf(plan.tables, `saw-plan-${id}`) }, inParts(Promise.resolve(rowsOf(leftOf(plan)))));
  };
}
