ALTER TABLE "listed_jobs" ADD COLUMN "supplier_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "supplier_id" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "supplier_id" integer;--> statement-breakpoint
ALTER TABLE "counted_orders" ADD COLUMN "supplier_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_figures" ADD COLUMN "supplier_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_supplier_id_companies_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_supplier_id_companies_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "listed_orders_of_supplier" ON "listed_jobs" USING btree ("supplier_id","order_status","ordered_at" DESC NULLS LAST,"order_id" DESC NULLS LAST) WHERE "listed_jobs"."order_id" is not null;
--> statement-breakpoint
CREATE INDEX "listed_orders_of_supplier_by_due" ON "listed_jobs" USING btree ("supplier_id","order_status","due_on","order_id") WHERE "listed_jobs"."order_id" is not null;
--> statement-breakpoint
CREATE OR REPLACE VIEW "jobs_to_list" AS
  SELECT q.id AS quote_id, o.id AS order_id, q.company_id, q.user_id, q.status AS quote_status, q.created_at AS quoted_at, q.valid_until,
    CASE WHEN q.status = 'sent' THEN coalesce(q.sent_at, q.created_at) END AS unanswered_since,
    o.id IS NULL AND q.paid_at IS NULL AND q.status <> 'declined' AS is_unsettled, o.id IS NULL AND q.placed_at IS NOT NULL AS is_placed,
    q.paid_at IS NOT NULL AS is_paid, o.status AS order_status, o.created_at AS ordered_at,
    CASE WHEN o.id IS NOT NULL THEN coalesce(days.due_on, '9999-12-31') END AS due_on, days.late_after,
    search_words(q.job_name, q.po_number, coalesce(q.shipping_address, o.shipping_address), o.tracking_number) AS words,
    CASE WHEN o.shipping_address <> q.shipping_address
      THEN search_words(q.job_name, q.po_number, o.shipping_address, o.tracking_number) END AS order_words,
    EXISTS (SELECT 1 FROM remakes r WHERE r.order_id = o.id AND r.deleted_at IS NULL) AS is_remade, i.number AS invoice_number, i.tax_point AS taxed_on,
    q.final_total_pence AS total_pence, coalesce(o.supplier_id, 0) AS supplier_id
  FROM quotes q LEFT JOIN orders o ON o.quote_id = q.id AND o.deleted_at IS NULL LEFT JOIN invoices i ON i.quote_id = q.id
    LEFT JOIN LATERAL (
      SELECT coalesce(planned, o.required_by) AS due_on, least(planned, o.required_by) AS late_after
      FROM (SELECT CASE WHEN o.status = 'shipped' THEN o.estimated_arrival ELSE o.shipping_date END AS planned) p
      WHERE o.status IN ('pending', 'processing', 'shipped')) days ON true
  WHERE q.deleted_at IS NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "list_job"("which" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  nothing constant listed_jobs := (which, NULL, 0, 0, 'draft', '-infinity', '-infinity', NULL, false, false, false, NULL, NULL, NULL, NULL, '', NULL,
    false, NULL, NULL, 0, 0);
  was listed_jobs;
  is_now listed_jobs;
BEGIN
  INSERT INTO listed_jobs SELECT (nothing).* ON CONFLICT DO NOTHING;
  SELECT * INTO was FROM listed_jobs WHERE quote_id = which FOR UPDATE;
  SELECT * INTO is_now FROM jobs_to_list WHERE quote_id = which;
  IF NOT FOUND THEN
    DELETE FROM listed_jobs WHERE quote_id = which;
    is_now := nothing;
  ELSIF was IS DISTINCT FROM is_now THEN
    UPDATE listed_jobs SET (order_id, company_id, user_id, quote_status, quoted_at, valid_until, unanswered_since, is_unsettled, is_placed, is_paid,
        order_status, ordered_at, due_on, late_after, words, order_words, is_remade, invoice_number, taxed_on, total_pence,
        supplier_id) =
      (SELECT is_now.order_id, is_now.company_id, is_now.user_id, is_now.quote_status, is_now.quoted_at, is_now.valid_until,
        is_now.unanswered_since, is_now.is_unsettled, is_now.is_placed, is_now.is_paid, is_now.order_status, is_now.ordered_at, is_now.due_on,
        is_now.late_after, is_now.words, is_now.order_words, is_now.is_remade, is_now.invoice_number, is_now.taxed_on, is_now.total_pence,
        is_now.supplier_id)
      WHERE quote_id = which;
  END IF;
  IF (was.quote_status, was.is_unsettled, was.quoted_at > '-infinity') IS DISTINCT FROM
    (is_now.quote_status, is_now.is_unsettled, is_now.quoted_at > '-infinity') THEN
    PERFORM add_to_quote_figures(-1, was);
    PERFORM add_to_quote_figures(1, is_now);
  END IF;
END
$$;
--> statement-breakpoint
DROP TRIGGER "orders_are_listed" ON "orders";
--> statement-breakpoint
CREATE TRIGGER "orders_are_listed" AFTER INSERT OR DELETE OR UPDATE OF "quote_id", "status", "shipping_address", "shipping_date", "estimated_arrival",
  "required_by", "tracking_number", "created_at", "deleted_at", "supplier_id" ON "orders" FOR EACH ROW EXECUTE FUNCTION "list_changed"();
--> statement-breakpoint
-- The figures too are kept for each supplier, so that one who sees some orders has their sums and no others.
CREATE OR REPLACE VIEW "orders_to_count" AS
  SELECT o.id AS order_id, (o.created_at AT TIME ZONE 'Europe/London')::date AS day, o.status, 1 AS orders,
    (q.paid_at IS NULL)::int AS unpaid, q.final_total_pence AS amount_pence, r.made AS remakes, r.pending AS pending_remakes,
    coalesce(o.supplier_id, 0) AS supplier_id
  FROM orders o JOIN quotes q ON q.id = o.quote_id, LATERAL (
    SELECT count(*)::int AS made, (count(*) FILTER (WHERE status = 'pending'))::int AS pending
    FROM remakes WHERE order_id = o.id AND deleted_at IS NULL) r
  WHERE o.deleted_at IS NULL AND o.status <> 'draft';
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "add_to_figures"("sign" integer, "part" "counted_orders") RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes, supplier_id)
    SELECT days.day, part.status, sign * part.orders, sign * part.unpaid, sign * part.amount_pence, sign * part.remakes,
      sign * part.pending_remakes, part.supplier_id
    FROM (VALUES (part.day), ('-infinity'::date)) days (day) WHERE part.orders > 0
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "recount_order"("which" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  nothing constant counted_orders := (which, '-infinity', 'draft', 0, 0, 0, 0, 0, 0);
  was counted_orders;
  is_now counted_orders;
BEGIN
  INSERT INTO counted_orders SELECT (nothing).* ON CONFLICT DO NOTHING;
  SELECT * INTO was FROM counted_orders WHERE order_id = which FOR UPDATE;
  SELECT * INTO is_now FROM orders_to_count WHERE order_id = which;
  IF NOT FOUND THEN is_now := nothing; END IF;
  IF was = is_now THEN RETURN; END IF;
  UPDATE counted_orders SET (day, status, orders, unpaid, amount_pence, remakes, pending_remakes, supplier_id) =
    (SELECT is_now.day, is_now.status, is_now.orders, is_now.unpaid, is_now.amount_pence, is_now.remakes, is_now.pending_remakes,
      is_now.supplier_id)
    WHERE order_id = which;
  PERFORM add_to_figures(-1, was);
  PERFORM add_to_figures(1, is_now);
END
$$;
--> statement-breakpoint
DROP TRIGGER "orders_are_counted" ON "orders";
--> statement-breakpoint
CREATE TRIGGER "orders_are_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "created_at", "deleted_at", "quote_id", "supplier_id" ON "orders"
FOR EACH ROW EXECUTE FUNCTION "recount_changed"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "rebuild_order_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE counted_orders IN SHARE ROW EXCLUSIVE MODE;
  PERFORM pg_advisory_xact_lock(7184354);
  DELETE FROM counted_orders;
  DELETE FROM order_figures;
  INSERT INTO counted_orders SELECT * FROM orders_to_count;
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes, supplier_id)
    SELECT days.day, status, sum(orders), sum(unpaid), sum(amount_pence), sum(remakes), sum(pending_remakes), supplier_id
    FROM counted_orders c, LATERAL (VALUES (c.day), ('-infinity'::date)) days (day) GROUP BY days.day, status, supplier_id;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "fold_order_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7184354);
  WITH several AS (SELECT day, status, supplier_id FROM order_figures GROUP BY day, status, supplier_id HAVING count(*) > 1),
    gone AS (
      DELETE FROM order_figures f USING several s WHERE (f.day, f.status, f.supplier_id) = (s.day, s.status, s.supplier_id) RETURNING f.*)
  INSERT INTO order_figures (day, status, orders, unpaid, amount_pence, remakes, pending_remakes, supplier_id)
    SELECT day, status, sum(orders), sum(unpaid), sum(amount_pence), sum(remakes), sum(pending_remakes), supplier_id
    FROM gone GROUP BY day, status, supplier_id;
END
$$;
