CREATE TABLE "change_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"text" text NOT NULL,
	"windows" jsonb,
	"status" text DEFAULT 'open' NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total_before_pence" bigint,
	"total_after_pence" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" integer,
	"reason" text,
	"correction_id" integer,
	CONSTRAINT "change_requests_texts" CHECK (char_length("change_requests"."text") <= 2000 and char_length("change_requests"."reason") <= 500),
	CONSTRAINT "change_requests_status" CHECK ("change_requests"."status" in ('open', 'accepted', 'declined', 'withdrawn')),
	CONSTRAINT "change_requests_answered" CHECK (("change_requests"."status" = 'open') = ("change_requests"."answered_at" is null) and num_nonnulls("change_requests"."answered_at", "change_requests"."answered_by") <> 1
        and ("change_requests"."status" = 'declined') = ("change_requests"."reason" is not null) and ("change_requests"."status" = 'accepted') = ("change_requests"."correction_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quote_id" integer NOT NULL,
	"order_id" integer,
	"version" integer NOT NULL,
	"reason" text,
	"windows" jsonb NOT NULL,
	"differences" jsonb NOT NULL,
	"remade" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"voided_work" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total_before_pence" bigint NOT NULL,
	"total_after_pence" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer NOT NULL,
	"printed_at" timestamp (3) with time zone,
	CONSTRAINT "corrections_once" UNIQUE("quote_id","version"),
	CONSTRAINT "corrections_texts" CHECK (char_length("corrections"."reason") <= 500),
	CONSTRAINT "corrections_reason" CHECK (("corrections"."order_id" is null) = ("corrections"."reason" is null)),
	CONSTRAINT "corrections_totals" CHECK (least("corrections"."total_before_pence", "corrections"."total_after_pence") >= 0)
);
--> statement-breakpoint
ALTER TABLE "invoice_balances" DROP CONSTRAINT "invoice_balances_quote_id_unique";--> statement-breakpoint
ALTER TABLE "recuts" DROP CONSTRAINT "recuts_item_id_quote_items_id_fk";
--> statement-breakpoint
ALTER TABLE "order_pieces" DROP CONSTRAINT "order_pieces_item_id_quote_items_id_fk";
--> statement-breakpoint
DROP INDEX "invoices_one_per_quote";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "correction_id" integer;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_correction_id_corrections_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."corrections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_one_open" ON "change_requests" USING btree ("order_id") WHERE "change_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "change_requests_of_order" ON "change_requests" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "corrections_of_order" ON "corrections" USING btree ("order_id") WHERE "corrections"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_correction_id_corrections_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."corrections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_item_id_quote_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_balances_of_quote" ON "invoice_balances" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_quote" ON "invoices" USING btree ("quote_id",(case when "kind" = 'invoice' and "correction_id" is null then 0 else "number" end));--> statement-breakpoint
CREATE OR REPLACE FUNCTION windows_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM "quotes" "q" WHERE "q"."id" = OLD."quote_id" AND "q"."status" <> 'draft'
      AND NOT EXISTS (SELECT FROM "corrections" "c" WHERE "c"."quote_id" = "q"."id" AND "c"."version" = "q"."version"
        AND "c"."windows" @> jsonb_build_array(jsonb_build_object('id', OLD."id")))) THEN
    RAISE EXCEPTION 'The windows of a quote that is no draft stay' USING ERRCODE = 'check_violation', CONSTRAINT = 'quote_items_stay';
  END IF;
  RETURN OLD;
END
$$;
