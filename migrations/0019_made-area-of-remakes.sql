ALTER TABLE "quote_items" ADD COLUMN "made_area_milli_m2" integer;--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_made_area" CHECK ("quote_items"."made_area_milli_m2" between 1 and "quote_items"."area_milli_m2" and "quote_items"."make" is not null or "quote_items"."made_area_milli_m2" is null);--> statement-breakpoint
-- A job counts the louvres and the made area of these windows again.
UPDATE "quote_items" SET "louvres" = NULL WHERE "make" IS NOT NULL;
