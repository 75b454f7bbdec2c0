CREATE TABLE "order_figures" (
	"day" date NOT NULL,
	"status" "order_status" NOT NULL,
	"orders" integer NOT NULL,
	"unpaid" integer NOT NULL,
	"amount_pence" bigint NOT NULL,
	"remakes" integer NOT NULL,
	"pending_remakes" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_figures_of_day" ON "order_figures" USING btree ("day","status");
--> statement-breakpoint
-- An order counts from when it is no draft until it is deleted (decisions §10). Whoever counts one first takes a share of what its figures
-- hang on, always in the order remake, order, quote: a payment at the same moment comes wholly before or wholly after.
CREATE FUNCTION "count_order"("sign" integer, "o" "orders") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  q record;
  r record;
BEGIN
  IF o.deleted_at IS NOT NULL OR o.status = 'draft' THEN RETURN; END IF;
  SELECT paid_at, final_total_pence INTO q FROM quotes WHERE id = o.quote_id FOR SHARE;
  SELECT count(*) AS made, count(*) FILTER (WHERE status = 'pending') AS pending INTO r
    FROM remakes WHERE order_id = o.id AND deleted_at IS NULL;
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT day, o.status, sign, sign * (q.paid_at IS NULL)::int, sign * q.final_total_pence, sign * r.made, sign * r.pending
    FROM (VALUES ((o.created_at AT TIME ZONE 'Europe/London')::date), ('-infinity'::date)) days (day);
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_changed_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM count_order(-1, OLD); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_order(1, NEW); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_changed_quote"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT day, o.status, 0, (NEW.paid_at IS NULL)::int - (OLD.paid_at IS NULL)::int, NEW.final_total_pence - OLD.final_total_pence, 0, 0
    FROM orders o, LATERAL (VALUES ((o.created_at AT TIME ZONE 'Europe/London')::date), ('-infinity'::date)) days (day)
    WHERE o.quote_id = NEW.id AND o.deleted_at IS NULL AND o.status <> 'draft';
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_remake"("sign" integer, "r" "remakes") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o record;
BEGIN
  IF r.deleted_at IS NOT NULL THEN RETURN; END IF;
  SELECT status, created_at, deleted_at INTO o FROM orders WHERE id = r.order_id FOR SHARE;
  IF o.deleted_at IS NOT NULL OR o.status = 'draft' THEN RETURN; END IF;
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT day, o.status, 0, 0, 0, sign, sign * (r.status = 'pending')::int
    FROM (VALUES ((o.created_at AT TIME ZONE 'Europe/London')::date), ('-infinity'::date)) days (day);
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_changed_remake"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM count_remake(-1, OLD); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM count_remake(1, NEW); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- One at a time with each other; writers go on, for what they add later is on top of what is committed now.
CREATE FUNCTION "fold_order_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7184354);
  WITH several AS (SELECT day, status FROM order_figures GROUP BY day, status HAVING count(*) > 1),
    gone AS (DELETE FROM order_figures f USING several s WHERE f.day = s.day AND f.status = s.status RETURNING f.*)
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT day, status, sum(orders), sum(unpaid), sum(amount_pence), sum(remakes), sum(pending_remakes) FROM gone GROUP BY day, status;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "rebuild_order_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7184354);
  WITH gone AS (DELETE FROM order_figures),
    made AS (
      SELECT order_id, count(*) AS made, count(*) FILTER (WHERE status = 'pending') AS pending
      FROM remakes WHERE deleted_at IS NULL GROUP BY order_id)
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes)
    SELECT day, o.status, count(*), count(*) FILTER (WHERE q.paid_at IS NULL), sum(q.final_total_pence),
      coalesce(sum(made.made), 0), coalesce(sum(made.pending), 0)
    FROM orders o JOIN quotes q ON q.id = o.quote_id LEFT JOIN made ON made.order_id = o.id,
      LATERAL (VALUES ((o.created_at AT TIME ZONE 'Europe/London')::date), ('-infinity'::date)) days (day)
    WHERE o.deleted_at IS NULL AND o.status <> 'draft'
    GROUP BY day, o.status;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_all_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_order_figures();
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "orders_are_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "created_at", "deleted_at", "quote_id" ON "orders"
FOR EACH ROW EXECUTE FUNCTION "count_changed_order"();
--> statement-breakpoint
CREATE TRIGGER "quotes_are_counted" AFTER UPDATE OF "paid_at", "final_total_pence" ON "quotes"
FOR EACH ROW EXECUTE FUNCTION "count_changed_quote"();
--> statement-breakpoint
CREATE TRIGGER "remakes_are_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "deleted_at", "order_id" ON "remakes"
FOR EACH ROW EXECUTE FUNCTION "count_changed_remake"();
--> statement-breakpoint
CREATE TRIGGER "no_orders_are_counted" AFTER TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION "count_all_orders"();
--> statement-breakpoint
CREATE TRIGGER "no_remakes_are_counted" AFTER TRUNCATE ON "remakes" FOR EACH STATEMENT EXECUTE FUNCTION "count_all_orders"();
--> statement-breakpoint
SELECT rebuild_order_figures();
