import { and, desc, eq, sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import { z } from "zod";
import type { AppContext } from "#server/context.ts";
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

interface ToSaw {
  readonly bars: readonly { readonly bar: number; readonly pieces: readonly SawPiece[] }[];
  readonly tooLong: readonly SawPiece[];
  readonly windows: readonly { readonly itemId: number; readonly window: string }[];
}

/** The bar with its unsawn pieces, or an empty list where none is left. */
function leftOf({ bar, pieces, sawn }: Awaited<ReturnType<typeof readPlan>>["profiles"][number]["bars"][number]) {
  const left = sawn ? [] : pieces.filter(({ cut }) => !cut);
  return left.length === 0 ? [] : [{ bar, pieces: left }];
}

/**
 * Loads what is still to be sawn for these orders (rule W49).
 * @throws 404 if the person may not see one of them
 */
async function toSaw(asking: Asking, ids: readonly number[]): Promise<ToSaw> {
  const { db, user } = asking;
  const chosen = await existingOrders(db, user, ids);
  const planId = await newestPlan(db, user, chosen);
  const plan = planId === undefined ? null : await readPlan(db, user, planId);
  const left = plan?.changed.length === 0 ? plan.profiles.flatMap(({ bars }) => bars.flatMap(leftOf)) : [];
  if (plan && left.length > 0) return { bars: left, tooLong: plan.profiles.flatMap(({ tooLong }) => tooLong), windows: plan.windows };
  const { bars, profiles, windows } = await planOf(asking, chosen);
  return {
    bars,
    tooLong: profiles.flatMap(({ tooLong }) => tooLong),
    windows: windows.map(({ itemId, name }) => ({ itemId, window: name })),
  };
}

function* rowsOf({ bars, tooLong, windows }: ToSaw): Generator<z.output<typeof sawCut>> {
  const names = new Map(windows.map(({ itemId, window }) => [itemId, window]));
  for (const cut of cutsInOrder(bars, tooLong)) yield { ...cut, ends: endsOnFile(cut), window: names.get(cut.itemId) ?? "" };
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
    const cuts = toSaw({ db, user, left: left.signal }, orders).finally(() => res.off("close", leave));
    const rows = cuts.then(rowsOf);
    await sendCsv(res, { table: TABLE, name: `saw-${londonDay(clock())}` }, inParts(rows)).catch((error: unknown) => {
      // The client has disconnected, so nobody needs the error.
      if (!left.signal.aborted) throw error;
    });
  };
}
