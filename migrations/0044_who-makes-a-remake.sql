-- Who makes it is the order's, in its own row: a supplier's remakes are listed and counted without looking up the order of each.
ALTER TABLE "remakes" ADD COLUMN "maker_id" integer;--> statement-breakpoint
UPDATE "remakes" r SET maker_id = o.maker_id FROM orders o WHERE o.id = r.order_id;--> statement-breakpoint
ALTER TABLE "remakes" ALTER COLUMN "maker_id" SET NOT NULL;--> statement-breakpoint
DROP INDEX "remakes_by_status";--> statement-breakpoint
CREATE INDEX "remakes_by_status" ON "remakes" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"maker_id","order_id") WHERE "remakes"."deleted_at" is null;
