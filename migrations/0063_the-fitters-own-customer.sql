-- The fitter's own customer on the job, found by the own company and staff (rule Q19): the words are made anew with their index.
ALTER TABLE "quotes" DROP CONSTRAINT "quotes_texts";--> statement-breakpoint
ALTER TABLE "quotes" drop column "words";--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "customer_name" text, ADD COLUMN "customer_phone" text, ADD COLUMN "customer_email" text,
  ADD COLUMN "site_address" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "words" text GENERATED ALWAYS AS (search_words("quotes"."job_name", "quotes"."po_number", coalesce("quotes"."shipping_address", "quotes"."delivered_to"), "quotes"."tracking_number")
            || E'\n' || search_words("quotes"."customer_name", "quotes"."customer_email", "quotes"."site_address", null)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_texts" CHECK (char_length("quotes"."decline_reason") <= 500 and char_length("quotes"."job_name") <= 120 and "quotes"."job_name" = without_blank_ends("quotes"."job_name") and char_length("quotes"."po_number") <= 60 and "quotes"."po_number" = without_blank_ends("quotes"."po_number") and char_length("quotes"."note") <= 2000 and char_length("quotes"."shipping_address") <= 500 and "quotes"."shipping_address" = without_blank_ends("quotes"."shipping_address") and char_length("quotes"."customer_name") <= 120 and "quotes"."customer_name" = without_blank_ends("quotes"."customer_name") and char_length("quotes"."customer_phone") <= 40 and "quotes"."customer_phone" = without_blank_ends("quotes"."customer_phone") and char_length("quotes"."customer_email") <= 254 and "quotes"."customer_email" = without_blank_ends("quotes"."customer_email") and char_length("quotes"."site_address") <= 500 and "quotes"."site_address" = without_blank_ends("quotes"."site_address"));--> statement-breakpoint
-- As in migration lists-in-their-rows.
DO $$
BEGIN
  CREATE INDEX "quotes_words" ON "quotes" USING gin ("words" gin_trgm_ops) WHERE "deleted_at" IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'Searches will read all rows: %', SQLERRM;
END
$$;
