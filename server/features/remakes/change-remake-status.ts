import { eq } from "drizzle-orm";
import { remakes } from "#server/db/schema.ts";
import type { Context } from "#server/house.ts";
import { REMAKE_STATUS_LABEL, type RemakeStatus, remakeNumber } from "#shared/domain/status.ts";
import { tellCustomer } from "./tell-about-remake.ts";

/** Moves a locked remake on: the status, and word to the customer, both or neither. */
export async function changeRemakeStatus(
  { db, post }: Pick<Context, "db" | "post">,
  remake: { readonly id: number; readonly customerId: number },
  to: RemakeStatus,
): Promise<void> {
  await db.update(remakes).set({ status: to }).where(eq(remakes.id, remake.id));
  const subject = `Remake ${remakeNumber(remake.id)}: ${REMAKE_STATUS_LABEL[to]}`;
  const paragraphs = [`Your remake ${remakeNumber(remake.id)} is now ${REMAKE_STATUS_LABEL[to].toLowerCase()}.`];
  await tellCustomer({ db, post }, remake.customerId, { type: "remake_status", remakeId: remake.id, subject, paragraphs });
}
