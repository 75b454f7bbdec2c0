CREATE TABLE "window_templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "window_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"window" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "window_templates_texts" CHECK (char_length("window_templates"."name") <= 60 and "window_templates"."name" = without_blank_ends("window_templates"."name"))
);
--> statement-breakpoint
ALTER TABLE "window_templates" ADD CONSTRAINT "window_templates_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "window_templates_names" ON "window_templates" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "window_templates_default" ON "window_templates" USING btree ("company_id") WHERE "window_templates"."is_default";