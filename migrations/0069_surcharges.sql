-- Whether these are a type's surcharges: at most 20, each for a value of a choice, from a penny to
-- 10,000 pounds.
CREATE FUNCTION "are_surcharges"("given" jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  jsonb_array_length(given) <= 20 AND NOT EXISTS (SELECT FROM jsonb_array_elements(given) one WHERE NOT coalesce(
    one ->> 'field' <> '' AND one ->> 'value' <> '' AND char_length(one ->> 'value') <= 60
    AND (one ->> 'amountPence')::bigint BETWEEN 1 AND 1000000 AND one ->> 'per' IN ('window', 'shutter', 'post'), false));
--> statement-breakpoint
-- What a window's surcharges come to, in pence; null where one lacks its text or comes to nothing.
CREATE FUNCTION "surcharges_come_to"("charged" jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  (SELECT CASE WHEN bool_and(coalesce(one ->> 'text' <> '' AND (one ->> 'amountPence')::bigint > 0, false)) IS NOT FALSE
    THEN coalesce(sum((one ->> 'amountPence')::bigint), 0)::bigint END FROM jsonb_array_elements(charged) one);
--> statement-breakpoint
ALTER TABLE "quote_items" DROP CONSTRAINT "quote_items_total_is_the_product";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "minimum_area_milli_m2" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "surcharges" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "charged_area_milli_m2" integer;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "surcharges" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_minimum_area" CHECK ("products"."minimum_area_milli_m2" between 100 and 5000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_surcharges" CHECK (are_surcharges("products"."surcharges"));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_charged_area" CHECK ("quote_items"."charged_area_milli_m2" >= "quote_items"."area_milli_m2");--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_total_is_the_product" CHECK (coalesce("quote_items"."item_total_pence" = round(coalesce("quote_items"."charged_area_milli_m2", "quote_items"."area_milli_m2")::numeric * "quote_items"."price_per_m2_pence" * "quote_items"."quantity" / 1000)
        + case when "quote_items"."surcharges" = '[]' then 0 else surcharges_come_to("quote_items"."surcharges") end, false));