ALTER TABLE "workshop_reviews" DROP CONSTRAINT "workshop_reviews_step";--> statement-breakpoint
ALTER TABLE "workshop_reviews" ADD CONSTRAINT "workshop_reviews_step" CHECK ("workshop_reviews"."step" in ('stock', 'sections', 'clearances', 'lead-days', 'capacity', 'people', 'test-card', 'bank', 'cards', 'order', 'who-waits', 'what-waits', 'range', 'business', 'colleagues'));
--> statement-breakpoint
-- Companies that traded before have had their first hour.
INSERT INTO "workshop_reviews" ("company_id", "step", "reviewed_at")
SELECT "companies"."id", each.step, "companies"."created_at" FROM "companies",
  (VALUES ('customer', 'range'), ('customer', 'business'), ('customer', 'colleagues'), ('office', 'bank'), ('office', 'cards'), ('office', 'order'), ('office', 'who-waits'), ('office', 'what-waits')) each (kind, step)
WHERE "companies"."kind"::text = each.kind AND EXISTS (SELECT FROM "quotes" WHERE each.kind = 'office' OR "quotes"."company_id" = "companies"."id");
