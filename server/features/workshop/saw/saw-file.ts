import { and, desc, eq, sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import { z } from "zod";
import type { AppContext } from "#server/context.ts";
import { workshopFor } from "#server/features/companies/workshop-settings.ts";
import { existingOrders } from "#server/features/orders/orders.ts";
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
import { londonDay } from "#shared/domain/period.ts";
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
interface ToSaw {
  readonly bars: readonly { readonly bar: number; readonly pieces: readonly Cut[] }[];
  readonly tooLong: readonly Cut[];
  readonly windows: readonly { readonly itemId: number; readonly window: string }[];
}

type Profile = Pick<Awaited<ReturnType<typeof planOf>>["profiles"][number], "section" | "material" | "color" | "tooLong">;
const groupOf = ({ section, material, color }: Profile): Group => ({ section: sectionInWords(section), material, color });
const tooLongOf = (profiles: readonly Profile[]): Cut[] =>
  profiles.flatMap((profile) => profile.tooLong.map((piece) => ({ ...piece, ...groupOf(profile), piece: null })));

type PlanBar = Awaited<ReturnType<typeof readPlan>>["profiles"][number]["bars"][number];
/** The bar with its unsawn pieces, or an empty list where none is left. */
function leftOf({ bar, pieces, sawn }: PlanBar, group: Group) {
  const left = sawn ? [] : pieces.filter(({ cut }) => !cut);
  return left.length === 0 ? [] : [{ bar, pieces: left.map((piece) => ({ ...piece, ...group })) }];
}

/**
 * Loads what is still to be sawn for these orders (rule W49).
 * @throws 404 if the person may not see one of them
 */
async function toSaw(asking: Asking, chosen: Chosen): Promise<ToSaw> {
  const { db, user } = asking;
  const planId = await newestPlan(db, user, chosen);
  const plan = planId === undefined ? null : await readPlan(db, user, planId);
  const left =
    plan?.changed.length === 0 ? plan.profiles.flatMap((profile) => profile.bars.flatMap((bar) => leftOf(bar, groupOf(profile)))) : [];
  if (plan && left.length > 0) return { bars: left, tooLong: tooLongOf(plan.profiles), windows: plan.windows };
  const { bars, profiles, windows } = await planOf(asking, chosen);
  const groups = profiles.map(groupOf);
  return {
    bars: bars.map(({ bar, profile, pieces }) => ({ bar, pieces: pieces.map((piece) => ({ ...piece, ...(groups[profile] as Group) })) })),
    tooLong: tooLongOf(profiles),
    windows: windows.map(({ itemId, name }) => ({ itemId, window: name })),
  };
}

function* rowsOf({ bars, tooLong, windows }: ToSaw): Generator<z.output<typeof sawCut>> {
  const names = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  for (const cut of cutsInOrder(bars, tooLong)) yield { ...cut, ends: endsOnFile(cut), window: names.get(cut.itemId) ?? "" };
}

/** The file's name has the newest date of the tables by which the orders are cut. */
async function nameOf(db: Db, user: SignedInUser, chosen: Chosen, today: string): Promise<string> {
  const workshopOf = await workshopFor(db, user, chosen);
  const dates = chosen.flatMap((order) => workshopOf(order).tableDate ?? []).toSorted();
  return [`saw-${today}`, dates.at(-1)].filter((part) => part !== undefined).join("-table-");
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
    const name = await nameOf(db, user, chosen, londonDay(clock()));
    const cuts = toSaw({ db, user, left: left.signal }, chosen).finally(() => res.off("close", leave));
    const rows = cuts.then(rowsOf);
    await sendCsv(res, { table: TABLE, name }, inParts(rows)).catch((error: unknown) => {
      // The client has disconnected, so nobody needs the error.
      if (!left.signal.aborted) throw error;
    });
  };
}
