ALTER TABLE "quotes" DROP CONSTRAINT "quotes_texts";--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "direct_orders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "required_by" date;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "job_name" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "po_number" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "changed_by" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "placed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "placed_by" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "shipping_address" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "required_by" date;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_placed_by_users_id_fk" FOREIGN KEY ("placed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_version" CHECK ("quotes"."version" >= 1);--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_placing" CHECK (("quotes"."placed_at" is null) = ("quotes"."shipping_address" is null) and ("quotes"."placed_at" is null) = ("quotes"."placed_by" is null)
        and ("quotes"."placed_at" is not null or "quotes"."required_by" is null) and ("quotes"."placed_at" is null or "quotes"."status" <> 'declined'));--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_texts" CHECK (char_length("quotes"."decline_reason") <= 500 and char_length("quotes"."job_name") <= 120 and "quotes"."job_name" = without_blank_ends("quotes"."job_name") and char_length("quotes"."po_number") <= 60 and "quotes"."po_number" = without_blank_ends("quotes"."po_number") and char_length("quotes"."note") <= 2000 and char_length("quotes"."shipping_address") <= 500 and "quotes"."shipping_address" = without_blank_ends("quotes"."shipping_address"));--> statement-breakpoint
-- When a quote was sent was not kept till now, but the audit trail tells; of quotes from before the trail nothing is known.
UPDATE "quotes" q SET "sent_at" = told."at"
FROM (
  SELECT "target_id", max("at") AS "at" FROM "audit_entries"
  WHERE "action" = 'quotes.changeStatus' AND "target_type" = 'quotes' AND "after"->>'quoteStatus' = 'sent'
  GROUP BY "target_id") told
WHERE q."id" = told."target_id";
