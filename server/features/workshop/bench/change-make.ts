import { sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { storeWork } from "#server/features/orders/create-order.ts";
import { lockOrder } from "#server/features/orders/orders.ts";
import { cutOf } from "#server/features/orders/progress.ts";
import { itemsOfQuote } from "#server/lists/select-parts.ts";
import { badRequest, conflict } from "#server/platform/http/errors.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { workshopEvents } from "#server/schema/workshop.ts";
import { CHOOSE_WINDOW, type workshop as contract } from "#shared/contract/workshop.ts";
import { isInWorkshop } from "#shared/domain/trade/status.ts";
import { toDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { workOf } from "#shared/domain/window/saw/made-area.ts";
import { makeFault } from "#shared/domain/window/saw/make-in-words.ts";
import { isWholeWindow, listMake } from "#shared/domain/window/saw/window-make.ts";

/** Changes which parts a remake's order makes, until a part of it is cut (rule W103). */
export const makeHandlers: Handlers<Pick<typeof contract, "changeMake">> = {
  changeMake: async ({ db, user, params, body, now, record }) => {
    const order = await lockOrder({ db, user, now }, params.id);
    if (order.remakeId === null) throw conflict("This order is not a remake: all of it is made");
    if (!isInWorkshop(order.status)) throw conflict(`This order is ${order.status}`);
    const { cut, bars } = await cutOf(db, order.id);
    if (cut > 0 || bars > 0) throw conflict("A part of this order is already cut: undo that before you change what is made");
    const items = await itemsOfQuote(db, order.quoteId);
    const changed = body.make.map(({ itemId, ...asked }) => {
      const item = items.find(({ id }) => id === itemId);
      if (!item) throw badRequest(CHOOSE_WINDOW);
      const fault = makeFault(toDraw(item), asked, item.make);
      if (fault) throw badRequest(fault);
      const make = isWholeWindow(asked) ? null : listMake(asked);
      return { id: itemId, make, ...workOf({ ...toDraw(item), make }) };
    });
    await db.execute(sql`update ${quoteItems} set make = asked.make, louvres = asked.louvres,
        made_area_milli_m2 = asked."madeAreaMilliM2"
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) asked(id int, make jsonb, louvres int, "madeAreaMilliM2" int)
      where ${quoteItems.id} = asked.id and ${quoteItems.quoteId} = ${order.quoteId}`);
    await storeWork(db, [order.quoteId]);
    const after = makeOf(await itemsOfQuote(db, order.quoteId));
    if (JSON.stringify(after) !== JSON.stringify(makeOf(items)))
      await db.insert(workshopEvents).values({ orderId: order.id, kind: "make", createdAt: now, byUserId: user.id });
    record({ targetType: "orders", before: { make: makeOf(items) }, after: { make: after } });
    return { orderId: order.id, make: after };
  },
};

/** The parts of each window, as replies show them. */
const makeOf = (items: Awaited<ReturnType<typeof itemsOfQuote>>) => items.map(({ id, make }) => ({ itemId: id, ...listMake(make) }));
