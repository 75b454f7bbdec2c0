CREATE TABLE "cost_changes" (
	"product_id" integer NOT NULL,
	"plan_id" integer NOT NULL,
	"first_day" date NOT NULL,
	"to_pence" integer NOT NULL,
	CONSTRAINT "cost_changes_product_id_first_day_pk" PRIMARY KEY("product_id","first_day"),
	CONSTRAINT "cost_changes_amount" CHECK ("cost_changes"."to_pence" between 1 and 10000000)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_per_m2_pence" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_since" date DEFAULT '2000-01-01' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cost_surcharges" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "making_cost_pence" bigint;--> statement-breakpoint
ALTER TABLE "cost_changes" ADD CONSTRAINT "cost_changes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_changes" ADD CONSTRAINT "cost_changes_on_their_day" FOREIGN KEY ("plan_id","first_day") REFERENCES "public"."price_plans"("id","first_day") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cost_changes_of_plan" ON "cost_changes" USING btree ("plan_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_cost" CHECK ("products"."cost_per_m2_pence" between 1 and 10000000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_cost_surcharges" CHECK (are_surcharges("products"."cost_surcharges"));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_making_cost" CHECK ("quote_items"."making_cost_pence" >= 0);