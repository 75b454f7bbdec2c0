import { and, eq, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "#server/db/connect.ts";
import { quoteItems, remakes } from "#server/db/schema.ts";
import { itemColumns, jsonObject } from "#server/db/select-parts.ts";
import { badRequest } from "#server/http/errors.ts";
import { nameInMail } from "#server/jobs/post.ts";
import type { remakeWindow, requestRemakeBody } from "#shared/contract/remakes.ts";
import { sizeInMillimetres } from "#shared/domain/length.ts";
import { isOnWindow, markInWords } from "#shared/domain/window-mark.ts";

type Asked = Pick<z.output<typeof requestRemakeBody>, "quoteItemId" | "markXMm" | "markYMm">;
type RemakeWindow = z.output<typeof remakeWindow>;

/** What a remake says of its window is for the workshop too: its prices are not even read. */
const { pricePerM2: _, itemTotalPrice: __, ...windowColumns } = itemColumns;

/** The window that a request points at, which is one of its order's quote, with the mark on it; null where it points at none. */
export async function windowAsked(db: Db, quoteId: number, { quoteItemId, markXMm, markYMm }: Asked): Promise<RemakeWindow | null> {
  if (quoteItemId === undefined) return null;
  const [item] = await db
    .select(windowColumns)
    .from(quoteItems)
    .where(and(eq(quoteItems.id, quoteItemId), eq(quoteItems.quoteId, quoteId)));
  if (!item) throw badRequest("Please choose among the windows of the order");
  const mark = markXMm === undefined || markYMm === undefined ? null : { xMm: markXMm, yMm: markYMm };
  if (mark && !isOnWindow(mark, { width: item.widthM, height: item.heightM }))
    throw badRequest(`The mark is outside window "${item.name}", which is ${sizeInMillimetres(item)}`);
  return { ...item, mark };
}

/** The window that a remake is about, if it is about one, as a value of a statement that reads the remake. */
export const windowOfRemake: SQL<RemakeWindow | null> = sql`(
  select ${jsonObject({
    ...windowColumns,
    mark: sql`case when ${remakes.markXMm} is not null then ${jsonObject({ xMm: remakes.markXMm, yMm: remakes.markYMm })} end`,
  })} from ${quoteItems} where ${eq(quoteItems.id, remakes.quoteItemId)})`;

/** For a mail: which window, and where on it. */
export function windowInMail(window: RemakeWindow): string {
  const place = window.mark ? ` The place is marked ${markInWords(window.mark)}, seen from inside the room.` : "";
  return `It is about the window “${nameInMail(window.name)}”, ${sizeInMillimetres(window)}.${place}`;
}
