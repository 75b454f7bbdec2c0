CREATE TABLE "recut_parts" (
	"recut_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"piece" smallint NOT NULL,
	"panel" smallint NOT NULL,
	"part" text NOT NULL,
	"nth" smallint NOT NULL,
	"replaces" smallint NOT NULL,
	"profile" text NOT NULL,
	"length_tenth_mm" integer NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "recut_parts_order_id_item_id_piece_panel_part_nth_pk" PRIMARY KEY("order_id","item_id","piece","panel","part","nth"),
	CONSTRAINT "recut_parts_texts" CHECK (char_length("recut_parts"."part") <= 20 and char_length("recut_parts"."profile") <= 20),
	CONSTRAINT "recut_parts_numbers" CHECK ("recut_parts"."nth" >= 1001 and "recut_parts"."replaces" between 1 and 1000),
	CONSTRAINT "recut_parts_length" CHECK ("recut_parts"."length_tenth_mm" > 0)
);
--> statement-breakpoint
CREATE TABLE "recuts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recuts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"piece" smallint NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"company_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer NOT NULL,
	CONSTRAINT "recuts_texts" CHECK (char_length("recuts"."note") <= 500 and "recuts"."note" = without_blank_ends("recuts"."note")),
	CONSTRAINT "recuts_reason" CHECK ("recuts"."reason" in ('split', 'wrong-size', 'finish', 'lost', 'other'))
);
--> statement-breakpoint
ALTER TABLE "recut_parts" ADD CONSTRAINT "recut_parts_recut_id_recuts_id_fk" FOREIGN KEY ("recut_id") REFERENCES "public"."recuts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recuts" ADD CONSTRAINT "recuts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recuts" ADD CONSTRAINT "recuts_item_id_quote_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recuts" ADD CONSTRAINT "recuts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recuts" ADD CONSTRAINT "recuts_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recut_parts_of_recut" ON "recut_parts" USING btree ("recut_id");--> statement-breakpoint
CREATE INDEX "recuts_of_order" ON "recuts" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "recuts_of_item" ON "recuts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "recuts_of_company" ON "recuts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE TRIGGER recuts_are_of_their_order BEFORE INSERT OR UPDATE OF order_id, item_id, piece ON recuts FOR EACH ROW EXECUTE FUNCTION piece_is_of_the_order();
