-- A quotation's customer is its quote's (rule Q19). Where both were filled in and differ, the quotation's stays: a
-- homeowner was sent it. An email leaves the words of a quote, because staff find rows by these and do not read it.
ALTER TABLE "orders" DROP CONSTRAINT "orders_texts";--> statement-breakpoint
ALTER TABLE "retail_quotations" DROP CONSTRAINT "retail_quotations_texts";--> statement-breakpoint
ALTER TABLE "quotes" drop column "words";--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "words" text GENERATED ALWAYS AS (search_words("quotes"."job_name", "quotes"."po_number", coalesce("quotes"."shipping_address", "quotes"."delivered_to"), "quotes"."tracking_number")
            || E'
' || search_words("quotes"."customer_name", null, "quotes"."site_address", null)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "site_address" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_words" text GENERATED ALWAYS AS (search_words("orders"."customer_name", null, "orders"."site_address", null)) STORED NOT NULL;--> statement-breakpoint
-- Whoever saved the quotation typed its customer there; a field that was left blank is no reason to forget the quote's.
UPDATE "quotes" q SET
  "customer_name" = coalesce(nullif(without_blank_ends(r."customer_name"), ''), q."customer_name"),
  "customer_email" = coalesce(nullif(without_blank_ends(r."customer_email"), ''), q."customer_email"),
  "site_address" = coalesce(nullif(without_blank_ends(r."customer_address"), ''), q."site_address")
FROM "retail_quotations" r WHERE r."quote_id" = q."id";--> statement-breakpoint
-- An order that makes a remake good has a quote of its own: it is of the first order's customer.
UPDATE "quotes" q SET ("customer_name", "customer_phone", "customer_email", "site_address") =
    (f."customer_name", f."customer_phone", f."customer_email", f."site_address")
FROM "orders" o JOIN "remakes" r ON r."id" = o."remake_id" JOIN "quotes" f ON f."id" = r."quote_id"
WHERE o."quote_id" = q."id" AND num_nonnulls(f."customer_name", f."customer_phone", f."customer_email", f."site_address") > 0;--> statement-breakpoint
UPDATE "orders" o SET "customer_name" = q."customer_name", "site_address" = q."site_address"
FROM "quotes" q WHERE q."id" = o."quote_id" AND num_nonnulls(q."customer_name", q."site_address") > 0;--> statement-breakpoint
ALTER TABLE "retail_quotations" DROP COLUMN "customer_name";--> statement-breakpoint
ALTER TABLE "retail_quotations" DROP COLUMN "customer_email";--> statement-breakpoint
ALTER TABLE "retail_quotations" DROP COLUMN "customer_address";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_texts" CHECK (char_length("orders"."shipping_address") <= 500 and "orders"."shipping_address" = without_blank_ends("orders"."shipping_address") and char_length("orders"."tracking_number") <= 100 and "orders"."tracking_number" = without_blank_ends("orders"."tracking_number") and char_length("orders"."told_tracking") <= 120 and char_length("orders"."job_name") <= 120 and "orders"."job_name" = without_blank_ends("orders"."job_name") and char_length("orders"."po_number") <= 60 and "orders"."po_number" = without_blank_ends("orders"."po_number") and char_length("orders"."customer_name") <= 120 and "orders"."customer_name" = without_blank_ends("orders"."customer_name") and char_length("orders"."site_address") <= 500 and "orders"."site_address" = without_blank_ends("orders"."site_address"));--> statement-breakpoint
ALTER TABLE "retail_quotations" ADD CONSTRAINT "retail_quotations_texts" CHECK ("retail_quotations"."shown_hash" ~ '^[0-9a-f]{64}$');--> statement-breakpoint
-- As in migration lists-in-their-rows, where the database may have them.
DO $$
BEGIN
  CREATE INDEX "quotes_words" ON "quotes" USING gin ("words" gin_trgm_ops) WHERE "deleted_at" IS NULL;
  DROP INDEX IF EXISTS "orders_words";
  CREATE INDEX "orders_words" ON "orders" USING gin ("words" gin_trgm_ops, "customer_words" gin_trgm_ops, (array["shipping_date", "estimated_arrival", "required_by"])) WHERE "deleted_at" IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'Searches will read all rows: %', SQLERRM;
END
$$;
