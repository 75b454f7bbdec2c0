CREATE TABLE "bar_plan_bars" (
	"plan_id" integer NOT NULL,
	"bar" integer NOT NULL,
	"profile" smallint NOT NULL,
	"offcut_id" integer,
	"length_tenth_mm" integer NOT NULL,
	"left_tenth_mm" integer NOT NULL,
	"pieces" jsonb NOT NULL,
	"sawn_at" timestamp (3) with time zone,
	"sawn_by" integer,
	"left_out" integer[] DEFAULT '{}' NOT NULL,
	"cut" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "bar_plan_bars_plan_id_bar_pk" PRIMARY KEY("plan_id","bar"),
	CONSTRAINT "bar_plan_bars_by_somebody" CHECK (num_nonnulls("bar_plan_bars"."sawn_at", "bar_plan_bars"."sawn_by") <> 1)
);
--> statement-breakpoint
CREATE TABLE "bar_plan_orders" (
	"plan_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "bar_plan_orders_plan_id_order_id_pk" PRIMARY KEY("plan_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "bar_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bar_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" integer NOT NULL,
	"profiles" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offcuts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offcuts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"section" text NOT NULL,
	"height_tenth_mm" integer,
	"material" text NOT NULL,
	"color" text,
	"length_tenth_mm" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"from_plan_id" integer,
	"from_bar" integer,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "offcuts_texts" CHECK (char_length("offcuts"."section") <= 20 and char_length("offcuts"."material") <= 120 and char_length("offcuts"."color") <= 60),
	CONSTRAINT "offcuts_length" CHECK ("offcuts"."length_tenth_mm" between 500 and 120000),
	CONSTRAINT "offcuts_from_a_bar" CHECK (num_nonnulls("offcuts"."from_plan_id", "offcuts"."from_bar") <> 1)
);
--> statement-breakpoint
CREATE TABLE "sawn_parts" (
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"piece" smallint NOT NULL,
	"panel" smallint NOT NULL,
	"part" text NOT NULL,
	"nth" smallint NOT NULL,
	"plan_id" integer NOT NULL,
	"bar" integer NOT NULL,
	CONSTRAINT "sawn_parts_order_id_item_id_piece_panel_part_nth_pk" PRIMARY KEY("order_id","item_id","piece","panel","part","nth")
);
--> statement-breakpoint
ALTER TABLE "bar_plan_bars" ADD CONSTRAINT "bar_plan_bars_plan_id_bar_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."bar_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bar_plan_bars" ADD CONSTRAINT "bar_plan_bars_offcut_id_offcuts_id_fk" FOREIGN KEY ("offcut_id") REFERENCES "public"."offcuts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bar_plan_bars" ADD CONSTRAINT "bar_plan_bars_sawn_by_users_id_fk" FOREIGN KEY ("sawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bar_plan_orders" ADD CONSTRAINT "bar_plan_orders_plan_id_bar_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."bar_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bar_plan_orders" ADD CONSTRAINT "bar_plan_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bar_plans" ADD CONSTRAINT "bar_plans_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bar_plans" ADD CONSTRAINT "bar_plans_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offcuts" ADD CONSTRAINT "offcuts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offcuts" ADD CONSTRAINT "offcuts_from_bar" FOREIGN KEY ("from_plan_id","from_bar") REFERENCES "public"."bar_plan_bars"("plan_id","bar") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sawn_parts" ADD CONSTRAINT "sawn_parts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sawn_parts" ADD CONSTRAINT "sawn_parts_item_id_quote_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sawn_parts" ADD CONSTRAINT "sawn_parts_from_bar" FOREIGN KEY ("plan_id","bar") REFERENCES "public"."bar_plan_bars"("plan_id","bar") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bar_plan_bars_offcut_once" ON "bar_plan_bars" USING btree ("offcut_id") WHERE "bar_plan_bars"."sawn_at" is not null;--> statement-breakpoint
CREATE INDEX "bar_plan_orders_of_order" ON "bar_plan_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "bar_plans_of_company" ON "bar_plans" USING btree ("company_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "offcuts_from_bar_once" ON "offcuts" USING btree ("from_plan_id","from_bar");--> statement-breakpoint
CREATE INDEX "offcuts_in_stock" ON "offcuts" USING btree ("company_id","id") WHERE "offcuts"."gone_at" is null;--> statement-breakpoint
CREATE INDEX "sawn_parts_of_item" ON "sawn_parts" USING btree ("item_id");