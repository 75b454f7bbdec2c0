CREATE TABLE "workshop_reviews" (
	"company_id" integer NOT NULL,
	"step" text NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	"by_user_id" integer,
	CONSTRAINT "workshop_reviews_company_id_step_pk" PRIMARY KEY("company_id","step"),
	CONSTRAINT "workshop_reviews_step" CHECK ("workshop_reviews"."step" in ('stock', 'sections', 'clearances', 'lead-days', 'capacity', 'people', 'test-card'))
);
--> statement-breakpoint
ALTER TABLE "workshop_reviews" ADD CONSTRAINT "workshop_reviews_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workshop_reviews" ADD CONSTRAINT "workshop_reviews_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Workshops that existed before have reviewed their settings.
INSERT INTO "workshop_reviews" ("company_id", "step", "reviewed_at")
SELECT "companies"."id", each.step, "companies"."created_at" FROM "companies",
  (VALUES ('stock'), ('sections'), ('clearances'), ('lead-days'), ('capacity'), ('people'), ('test-card')) each (step)
WHERE "companies"."kind" = 'supplier';
