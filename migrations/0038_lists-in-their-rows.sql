-- What each list needs stands in its own rows: lists, views and searches are plain SQL over the tables that hold the truth
-- (docs/decisions/003-lists-are-plain-queries.md). First the columns as they are empty, then the rows, then what follows from them, so that
-- each table is written anew once.
ALTER TABLE "orders" ADD COLUMN "total_pence" bigint, ADD COLUMN "is_paid" boolean, ADD COLUMN "job_name" text, ADD COLUMN "po_number" text, ADD COLUMN "windows" integer, ADD COLUMN "shutters" integer, ADD COLUMN "area_milli_m2" bigint;
--> statement-breakpoint
UPDATE "orders" o SET total_pence = q.final_total_pence, is_paid = q.paid_at IS NOT NULL, job_name = q.job_name, po_number = q.po_number,
    windows = coalesce(w.windows, 0), shutters = coalesce(w.shutters, 0), area_milli_m2 = coalesce(w.area, 0)
  FROM quotes q LEFT JOIN (
    SELECT quote_id, count(*) AS windows, sum(quantity) AS shutters, sum(area_milli_m2::bigint * quantity) AS area FROM quote_items GROUP BY quote_id
  ) w ON w.quote_id = q.id
  WHERE q.id = o.quote_id;
--> statement-breakpoint
ALTER TABLE "orders"
  ALTER COLUMN "total_pence" SET NOT NULL,
  ALTER COLUMN "is_paid" SET NOT NULL,
  ALTER COLUMN "windows" SET NOT NULL,
  ALTER COLUMN "shutters" SET NOT NULL,
  ALTER COLUMN "area_milli_m2" SET NOT NULL,
  ADD COLUMN "maker_id" integer GENERATED ALWAYS AS (coalesce("orders"."supplier_id", 0)) STORED NOT NULL,
  ADD COLUMN "due_on" date GENERATED ALWAYS AS (coalesce(case when "orders"."status" = 'shipped' then coalesce("orders"."estimated_arrival", "orders"."required_by")
  when "orders"."status" in ('pending', 'processing') then coalesce("orders"."shipping_date", "orders"."required_by") end, date '9999-12-31')) STORED NOT NULL,
  ADD COLUMN "late_after" date GENERATED ALWAYS AS (case when "orders"."status" = 'shipped' then least("orders"."estimated_arrival", "orders"."required_by")
  when "orders"."status" in ('pending', 'processing') then least("orders"."shipping_date", "orders"."required_by") end) STORED,
  ADD COLUMN "words" text GENERATED ALWAYS AS (search_words("orders"."job_name", "orders"."po_number", "orders"."shipping_address", "orders"."tracking_number")) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "order_id" integer, ADD COLUMN "delivered_to" text, ADD COLUMN "tracking_number" text, ADD COLUMN "invoice_number" integer;
--> statement-breakpoint
UPDATE "quotes" q SET order_id = o.id, delivered_to = o.shipping_address, tracking_number = o.tracking_number, invoice_number = i.number
  FROM quotes same LEFT JOIN orders o ON o.quote_id = same.id AND o.deleted_at IS NULL LEFT JOIN invoices i ON i.quote_id = same.id
  WHERE same.id = q.id AND (o.id IS NOT NULL OR i.number IS NOT NULL);
--> statement-breakpoint
ALTER TABLE "quotes"
  ADD COLUMN "is_paid" boolean GENERATED ALWAYS AS ("quotes"."paid_at" is not null) STORED NOT NULL,
  ADD COLUMN "is_unsettled" boolean GENERATED ALWAYS AS ("quotes"."order_id" is null and "quotes"."paid_at" is null and "quotes"."status" <> 'declined') STORED NOT NULL,
  ADD COLUMN "is_placed" boolean GENERATED ALWAYS AS ("quotes"."order_id" is null and "quotes"."placed_at" is not null) STORED NOT NULL,
  ADD COLUMN "words" text GENERATED ALWAYS AS (search_words("quotes"."job_name", "quotes"."po_number", coalesce("quotes"."shipping_address", "quotes"."delivered_to"), "quotes"."tracking_number")) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "remakes" ADD COLUMN "quote_id" integer, ADD COLUMN "company_id" integer, ADD COLUMN "user_id" integer, ADD COLUMN "words" text;
--> statement-breakpoint
UPDATE "remakes" r SET quote_id = o.quote_id, company_id = o.company_id, user_id = o.user_id, words = o.words FROM orders o WHERE o.id = r.order_id;
--> statement-breakpoint
ALTER TABLE "remakes" ALTER COLUMN "quote_id" SET NOT NULL, ALTER COLUMN "company_id" SET NOT NULL, ALTER COLUMN "user_id" SET NOT NULL, ALTER COLUMN "words" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "company_id" integer;
--> statement-breakpoint
-- No call may change an invoice; the company is not a part of what was issued.
ALTER TABLE "invoices" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "invoices" i SET company_id = q.company_id FROM quotes q WHERE q.id = i.quote_id;
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "company_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_of_quote" UNIQUE("quote_id","id","company_id","user_id");
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_as_ordered" UNIQUE("id","company_id","user_id","final_total_pence","is_paid");
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_as_invoiced" UNIQUE("id","company_id");
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_delivery_of_order" CHECK (("quotes"."order_id" is null) = ("quotes"."delivered_to" is null) and ("quotes"."order_id" is not null or "quotes"."tracking_number" is null));
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_of_quote" FOREIGN KEY ("quote_id","company_id") REFERENCES "public"."quotes"("id","company_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_as_quoted" FOREIGN KEY ("quote_id","company_id","user_id","total_pence","is_paid") REFERENCES "public"."quotes"("id","company_id","user_id","final_total_pence","is_paid") ON DELETE no action ON UPDATE cascade;
--> statement-breakpoint
ALTER TABLE "remakes" ADD CONSTRAINT "remakes_of_their_order" FOREIGN KEY ("quote_id","order_id","company_id","user_id") REFERENCES "public"."orders"("quote_id","id","company_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- The quotes' file and the orders' can't import each other.
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_order_is_theirs" FOREIGN KEY ("id","order_id","company_id","user_id") REFERENCES "public"."orders"("quote_id","id","company_id","user_id");
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_invoice_is_issued" FOREIGN KEY ("invoice_number") REFERENCES "public"."invoices"("number");
--> statement-breakpoint
CREATE INDEX "invoices_of_company" ON "invoices" USING btree ("company_id","number" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "orders_by_due" ON "orders" USING btree ("due_on","id") WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "orders_late" ON "orders" USING btree ("late_after") WHERE "orders"."late_after" is not null and "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "orders"."is_paid" and "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "orders_of_company" ON "orders" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "orders_of_maker" ON "orders" USING btree ("maker_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "remakes_of_company" ON "remakes" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "remakes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "quotes_newest" ON "quotes" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "quotes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "quotes_by_status" ON "quotes" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "quotes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "quotes_by_expiry" ON "quotes" USING btree ("valid_until","id") WHERE "quotes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "quotes_unsettled" ON "quotes" USING btree ("valid_until","id") WHERE "quotes"."is_unsettled" and "quotes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "quotes_placed" ON "quotes" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "quotes"."is_placed" and "quotes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "quotes_to_invoice" ON "quotes" USING btree ("id") WHERE "quotes"."is_paid" and "quotes"."invoice_number" is null and "quotes"."final_total_pence" > 0;
--> statement-breakpoint
-- A search finds any part of these words. pg_trgm is a trusted extension: a database's owner may create it. Where that is forbidden, or the
-- extension is not installed, a search reads the rows.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS "pg_trgm";
  CREATE INDEX "orders_words" ON "orders" USING gin ("words" gin_trgm_ops) WHERE "deleted_at" IS NULL;
  CREATE INDEX "quotes_words" ON "quotes" USING gin ("words" gin_trgm_ops) WHERE "deleted_at" IS NULL;
  CREATE INDEX "remakes_words" ON "remakes" USING gin ("words" gin_trgm_ops) WHERE "deleted_at" IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'Searches will read all rows: %', SQLERRM;
END
$$;
--> statement-breakpoint
-- An order's quote never changes; the key that carries a payment to the order sets it all the same, and what is kept beside would be locked
-- the other way round.
DROP TRIGGER "orders_are_counted" ON "orders";
--> statement-breakpoint
CREATE TRIGGER "orders_are_counted" AFTER INSERT OR DELETE OR UPDATE OF "status", "created_at", "deleted_at", "supplier_id" ON "orders"
FOR EACH ROW EXECUTE FUNCTION "recount_changed"();
--> statement-breakpoint
DROP TRIGGER "orders_are_listed" ON "orders";
--> statement-breakpoint
CREATE TRIGGER "orders_are_listed" AFTER INSERT OR DELETE OR UPDATE OF "status", "shipping_address", "shipping_date", "estimated_arrival",
  "required_by", "tracking_number", "supplier_id", "created_at", "deleted_at" ON "orders" FOR EACH ROW EXECUTE FUNCTION "list_changed"();
