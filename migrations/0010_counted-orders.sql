CREATE TABLE "counted_orders" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"status" "order_status" NOT NULL,
	"orders" integer NOT NULL,
	"unpaid" integer NOT NULL,
	"amount_pence" bigint NOT NULL,
	"remakes" integer NOT NULL,
	"pending_remakes" integer NOT NULL
);
--> statement-breakpoint
DROP TRIGGER "orders_are_counted" ON "orders";
--> statement-breakpoint
DROP TRIGGER "quotes_are_counted" ON "quotes";
--> statement-breakpoint
DROP TRIGGER "remakes_are_counted" ON "remakes";
--> statement-breakpoint
DROP FUNCTION "count_changed_order", "count_changed_quote", "count_changed_remake", "count_order", "count_remake";
--> statement-breakpoint
-- An order's part of the figures, as its rows are now. It counts from when it is no draft until it is deleted (rule K2).
CREATE VIEW "orders_to_count" AS
  SELECT o.id AS order_id, (o.created_at AT TIME ZONE 'Europe/London')::date AS day, o.status, 1 AS orders,
    (q.paid_at IS NULL)::int AS unpaid, q.final_total_pence AS amount_pence, r.made AS remakes, r.pending AS pending_remakes
  FROM orders o JOIN quotes q ON q.id = o.quote_id, LATERAL (
    SELECT count(*)::int AS made, (count(*) FILTER (WHERE status = 'pending'))::int AS pending
    FROM remakes WHERE order_id = o.id AND deleted_at IS NULL) r
  WHERE o.deleted_at IS NULL AND o.status <> 'draft';
--> statement-breakpoint
-- Adds an order's part to the figures, or takes it out: to its day and to all time.
CREATE FUNCTION "add_to_figures"("sign" integer, "part" "counted_orders") RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT days.day, part.status, sign * part.orders, sign * part.unpaid, sign * part.amount_pence, sign * part.remakes,
      sign * part.pending_remakes
    FROM (VALUES (part.day), ('-infinity'::date)) days (day) WHERE part.orders > 0
$$;
--> statement-breakpoint
-- The order's row in counted_orders is locked first: of two changes at the same moment the second one sees what the first has done. Within one
-- statement that changes an order and its quote, the first trigger finds the whole difference and the second finds none.
CREATE FUNCTION "recount_order"("which" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  nothing constant counted_orders := (which, '-infinity', 'draft', 0, 0, 0, 0, 0);
  was counted_orders;
  is_now counted_orders;
BEGIN
  INSERT INTO counted_orders SELECT (nothing).* ON CONFLICT DO NOTHING;
  SELECT * INTO was FROM counted_orders WHERE order_id = which FOR UPDATE;
  SELECT * INTO is_now FROM orders_to_count WHERE order_id = which;
  IF NOT FOUND THEN is_now := nothing; END IF;
  IF was = is_now THEN RETURN; END IF;
  UPDATE counted_orders SET (day, status, orders, unpaid, amount_pence, remakes, pending_remakes) =
    (SELECT is_now.day, is_now.status, is_now.orders, is_now.unpaid, is_now.amount_pence, is_now.remakes, is_now.pending_remakes)
    WHERE order_id = which;
  PERFORM add_to_figures(-1, was);
  PERFORM add_to_figures(1, is_now);
END
$$;
--> statement-breakpoint
CREATE FUNCTION "recount_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'quotes' THEN
    PERFORM recount_order(id) FROM orders WHERE quote_id = NEW.id AND deleted_at IS NULL ORDER BY id;
  ELSIF TG_TABLE_NAME = 'orders' THEN
    PERFORM recount_order(coalesce(NEW.id, OLD.id));
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM recount_order(OLD.order_id); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM recount_order(NEW.order_id); END IF;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "orders_are_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "created_at", "deleted_at", "quote_id" ON "orders"
FOR EACH ROW EXECUTE FUNCTION "recount_changed"();
--> statement-breakpoint
CREATE TRIGGER "quotes_are_counted" AFTER UPDATE OF "paid_at", "final_total_pence" ON "quotes"
FOR EACH ROW EXECUTE FUNCTION "recount_changed"();
--> statement-breakpoint
CREATE TRIGGER "remakes_are_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "deleted_at", "order_id" ON "remakes"
FOR EACH ROW EXECUTE FUNCTION "recount_changed"();
--> statement-breakpoint
-- Everything anew. Changes wait until it is done: what they add would otherwise be counted twice or not at all.
CREATE OR REPLACE FUNCTION "rebuild_order_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE counted_orders IN SHARE ROW EXCLUSIVE MODE;
  PERFORM pg_advisory_xact_lock(7184354);
  DELETE FROM counted_orders;
  DELETE FROM order_figures;
  INSERT INTO counted_orders SELECT * FROM orders_to_count;
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT days.day, status, sum(orders), sum(unpaid), sum(amount_pence), sum(remakes), sum(pending_remakes)
    FROM counted_orders c, LATERAL (VALUES (c.day), ('-infinity'::date)) days (day) GROUP BY days.day, status;
END
$$;
--> statement-breakpoint
SELECT rebuild_order_figures();
