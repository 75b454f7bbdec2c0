import { date, index, integer, pgTable } from "drizzle-orm/pg-core";
import { pence } from "./columns.ts";
import { orderStatus } from "./orders.ts";

/**
 * The dashboard's figures, kept by triggers (migration counted-orders) so that no handler can forget them: for each London day and status
 * the sum of its rows, and once more for all time under the day `-infinity`. A change adds rows; a job folds them. Never written from here.
 */
export const orderFigures = pgTable(
  "order_figures",
  {
    day: date("day", { mode: "string" }).notNull(),
    status: orderStatus("status").notNull(),
    orders: integer("orders").notNull(),
    unpaid: integer("unpaid").notNull(),
    amount: pence("amount_pence").notNull(),
    remakes: integer("remakes").notNull(),
    pendingRemakes: integer("pending_remakes").notNull(),
    /** Who makes them; 0: nobody was named. */
    supplierId: integer("supplier_id").notNull().default(0),
  },
  (t) => [index("order_figures_of_day").on(t.day, t.status)],
);

/**
 * What each order adds to the figures as they stand. A change works the order's part out anew and adds only the difference, so it does not
 * matter how many of its rows a statement changes. No foreign key: an order's row that goes takes its part out of the figures first.
 */
export const countedOrders = pgTable("counted_orders", {
  orderId: integer("order_id").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
  status: orderStatus("status").notNull(),
  orders: integer("orders").notNull(),
  unpaid: integer("unpaid").notNull(),
  amount: pence("amount_pence").notNull(),
  remakes: integer("remakes").notNull(),
  pendingRemakes: integer("pending_remakes").notNull(),
  supplierId: integer("supplier_id").notNull().default(0),
});
