CREATE TABLE "price_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_day" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer NOT NULL,
	CONSTRAINT "price_plans_on_their_day" UNIQUE("id","first_day")
);
--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "plan_id" integer;--> statement-breakpoint
ALTER TABLE "price_changes" ADD COLUMN "first_day" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_since" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "list_price_per_m2_pence" integer;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "discount_hundredths" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_plans" ADD CONSTRAINT "price_plans_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_plans_by_day" ON "price_plans" USING btree ("first_day","id");--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_of_plan" FOREIGN KEY ("plan_id","first_day") REFERENCES "public"."price_plans"("id","first_day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_ahead_of_product" ON "price_changes" USING btree ("product_id","first_day") WHERE "price_changes"."first_day" is not null;--> statement-breakpoint
CREATE INDEX "price_changes_of_plan" ON "price_changes" USING btree ("plan_id") WHERE "price_changes"."plan_id" is not null;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_ahead" CHECK (("price_changes"."plan_id" is null) = ("price_changes"."first_day" is null) and ("price_changes"."first_day" is null or "price_changes"."from_pence" is null));--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_positive" CHECK ("price_changes"."to_pence" > 0);--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_price_less_discount" CHECK (case when "quote_items"."list_price_per_m2_pence" is null then "quote_items"."discount_hundredths" = 0
        else "quote_items"."price_per_m2_pence" = round("quote_items"."list_price_per_m2_pence"::numeric * (10000 - "quote_items"."discount_hundredths") / 10000) end);