CREATE TABLE "order_measures" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"clearances" jsonb NOT NULL,
	"sections" jsonb NOT NULL,
	"lap" text NOT NULL,
	"owner_id" integer,
	"owner" text,
	"changed_on" date,
	"stored_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_measures_clearances" CHECK (coalesce(("order_measures"."clearances"->>'hinge')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'meeting')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'rebate')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'head')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'foot')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'trackHead')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'trackFoot')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'louvreEnd')::numeric, 0) between 0 and 30 and coalesce(("order_measures"."clearances"->>'bladeRail')::numeric, 0) between 0 and 3 and coalesce(("order_measures"."clearances"->>'rodEnd')::numeric, 0) between 0 and 15),
	CONSTRAINT "order_measures_sections" CHECK (jsonb_typeof("order_measures"."sections") = 'array' and not jsonb_path_exists("order_measures"."sections", '$[*] ? (!(@.widthMm.type() == "number" && @.widthMm >= 5 && @.widthMm <= 300) || !(@.thicknessMm.type() == "number" && @.thicknessMm >= 5 && @.thicknessMm <= 300) || exists(@.heightsMm[*] ? (!(@.type() == "number" && @ >= 40 && @ <= 300))))')),
	CONSTRAINT "order_measures_lap" CHECK ("order_measures"."lap" in ('right', 'left')),
	CONSTRAINT "order_measures_texts" CHECK (char_length("order_measures"."owner") <= 120 and "order_measures"."owner" = without_blank_ends("order_measures"."owner")),
	CONSTRAINT "order_measures_of_an_owner" CHECK (num_nonnulls("order_measures"."owner_id", "order_measures"."owner") <> 1)
);
--> statement-breakpoint
CREATE TABLE "workshop_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workshop_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"step" text,
	"item_id" integer,
	"piece" smallint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer NOT NULL,
	CONSTRAINT "workshop_events_kind" CHECK ("workshop_events"."kind" in ('undone', 'measures')),
	CONSTRAINT "workshop_events_step" CHECK ("workshop_events"."step" in ('cut', 'assembled', 'finished', 'packed')),
	CONSTRAINT "workshop_events_undone" CHECK (("workshop_events"."kind" = 'undone') = (num_nonnulls("workshop_events"."step", "workshop_events"."item_id", "workshop_events"."piece") = 3))
);
--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD COLUMN "changed_on" date;--> statement-breakpoint
ALTER TABLE "order_measures" ADD CONSTRAINT "order_measures_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_measures" ADD CONSTRAINT "order_measures_owner_id_companies_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workshop_events" ADD CONSTRAINT "workshop_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workshop_events" ADD CONSTRAINT "workshop_events_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workshop_events_of_order" ON "workshop_events" USING btree ("order_id");