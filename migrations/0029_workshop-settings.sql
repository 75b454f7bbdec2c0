CREATE TABLE "workshop_settings" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"stock" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD CONSTRAINT "workshop_settings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;