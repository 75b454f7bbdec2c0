ALTER TABLE "orders" DROP CONSTRAINT "orders_texts";--> statement-breakpoint
ALTER TABLE "workshop_events" DROP CONSTRAINT "workshop_events_kind";--> statement-breakpoint
ALTER TABLE "orders" drop column "words";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parcel_tracking" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "words" text GENERATED ALWAYS AS (search_words("orders"."job_name", "orders"."po_number", "orders"."shipping_address", "orders"."tracking_number")
          || coalesce(E'
' || search_words(null, null, null, "orders"."parcel_tracking"), '')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_texts" CHECK (char_length("orders"."shipping_address") <= 500 and "orders"."shipping_address" = without_blank_ends("orders"."shipping_address") and char_length("orders"."tracking_number") <= 100 and "orders"."tracking_number" = without_blank_ends("orders"."tracking_number") and char_length("orders"."told_tracking") <= 120 and char_length("orders"."job_name") <= 120 and "orders"."job_name" = without_blank_ends("orders"."job_name") and char_length("orders"."po_number") <= 60 and "orders"."po_number" = without_blank_ends("orders"."po_number") and char_length("orders"."customer_name") <= 120 and "orders"."customer_name" = without_blank_ends("orders"."customer_name") and char_length("orders"."site_address") <= 500 and "orders"."site_address" = without_blank_ends("orders"."site_address") and char_length("orders"."parcel_tracking") <= 400);--> statement-breakpoint
ALTER TABLE "workshop_events" ADD CONSTRAINT "workshop_events_kind" CHECK ("workshop_events"."kind" in ('undone', 'measures', 'make'));--> statement-breakpoint
-- The column's index went with it.
CREATE INDEX "orders_words" ON "orders" USING gin ("words" gin_trgm_ops, "customer_words" gin_trgm_ops, (ARRAY["shipping_date", "estimated_arrival", "required_by"])) WHERE ("deleted_at" IS NULL);--> statement-breakpoint
UPDATE "orders" SET "parcel_tracking" = shipped.numbers
FROM (SELECT "order_id", left(string_agg("tracking_number", ', ' ORDER BY "n" DESC), 400) AS numbers FROM "parcels" GROUP BY "order_id" HAVING count(*) > 1) shipped
WHERE "orders"."id" = shipped."order_id" AND shipped.numbers IS NOT NULL;--> statement-breakpoint
UPDATE "remakes" SET "words" = "orders"."words" FROM "orders"
WHERE "orders"."id" = "remakes"."order_id" AND "orders"."parcel_tracking" IS NOT NULL;
