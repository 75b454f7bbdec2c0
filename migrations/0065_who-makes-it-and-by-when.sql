CREATE TABLE "order_hands" (
	"order_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "order_hands_order_id_company_id_pk" PRIMARY KEY("order_id","company_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD COLUMN "lead_days" smallint;--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD COLUMN "weekly_m2" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "lead_weeks" smallint;--> statement-breakpoint
ALTER TABLE "order_hands" ADD CONSTRAINT "order_hands_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_hands" ADD CONSTRAINT "order_hands_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_taken_by_somebody" CHECK ("orders"."taken_at" is null or "orders"."supplier_id" is not null);--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD CONSTRAINT "workshop_settings_lead_days" CHECK ("workshop_settings"."lead_days" between 1 and 60);--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD CONSTRAINT "workshop_settings_weekly_m2" CHECK ("workshop_settings"."weekly_m2" between 1 and 10000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_lead_weeks" CHECK ("products"."lead_weeks" between 0 and 26);