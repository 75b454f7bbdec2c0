CREATE TABLE "terms_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terms_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"first_day" date NOT NULL,
	"discount_hundredths" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "terms_changes_of_company" UNIQUE("company_id","first_day","id"),
	CONSTRAINT "terms_changes_discount" CHECK ("terms_changes"."discount_hundredths" between 0 and 6000)
);
--> statement-breakpoint
CREATE TABLE "type_terms" (
	"change_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"first_day" date NOT NULL,
	"product_id" integer NOT NULL,
	"discount_hundredths" integer,
	"price_per_m2_pence" integer,
	CONSTRAINT "type_terms_change_id_product_id_pk" PRIMARY KEY("change_id","product_id"),
	CONSTRAINT "type_terms_are_one" CHECK (num_nonnulls("type_terms"."discount_hundredths", "type_terms"."price_per_m2_pence") <= 1 and "type_terms"."discount_hundredths" between 0 and 6000
        and "type_terms"."price_per_m2_pence" between 1 and 10000000)
);
--> statement-breakpoint
ALTER TABLE "quote_items" DROP CONSTRAINT "quote_items_price_less_discount";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "discount_since" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "is_fixed_price" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "terms_changes" ADD CONSTRAINT "terms_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_changes" ADD CONSTRAINT "terms_changes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "type_terms" ADD CONSTRAINT "type_terms_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "type_terms" ADD CONSTRAINT "type_terms_of_change" FOREIGN KEY ("company_id","first_day","change_id") REFERENCES "public"."terms_changes"("company_id","first_day","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "type_terms_of_type" ON "type_terms" USING btree ("product_id","company_id","first_day","change_id");--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_price_less_discount" CHECK (case when "quote_items"."list_price_per_m2_pence" is null or "quote_items"."is_fixed_price" then "quote_items"."discount_hundredths" = 0
        else "quote_items"."price_per_m2_pence" = round("quote_items"."list_price_per_m2_pence"::numeric * (10000 - "quote_items"."discount_hundredths") / 10000) end);