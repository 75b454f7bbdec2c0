CREATE TYPE "public"."write_off_reason" AS ENUM('small_balance', 'bad_debt', 'other');--> statement-breakpoint
CREATE TABLE "bookkeeping_write_offs" (
	"write_off_id" integer PRIMARY KEY NOT NULL,
	"export_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "write_offs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "write_offs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"company_id" integer NOT NULL,
	"amount_pence" bigint NOT NULL,
	"reason" "write_off_reason" NOT NULL,
	"note" text,
	"reverses" integer,
	"entered_on" date NOT NULL,
	"by_user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "write_offs_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "write_offs_as_reversed" UNIQUE("company_id","number","id","amount_pence","reason"),
	CONSTRAINT "write_offs_texts" CHECK (char_length("write_offs"."note") <= 500),
	CONSTRAINT "write_offs_amount" CHECK ("write_offs"."amount_pence" > 0),
	CONSTRAINT "write_offs_note" CHECK ("write_offs"."reason" <> 'other' or "write_offs"."note" is not null)
);
--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" DROP CONSTRAINT "bookkeeping_exports_of_something";--> statement-breakpoint
ALTER TABLE "company_settings" DROP CONSTRAINT "company_settings_texts";--> statement-breakpoint
ALTER TABLE "invoice_balances" DROP CONSTRAINT "invoice_balances_within_gross";--> statement-breakpoint
ALTER TABLE "invoice_balances" drop column "owed_pence";--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" ADD COLUMN "write_offs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "xero_bad_debt" text DEFAULT '429' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "sage_bad_debt" text DEFAULT '8100' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_balances" ADD COLUMN "written_off_pence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_balances" ADD COLUMN "lost_pence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_balances" ADD COLUMN "owed_pence" bigint GENERATED ALWAYS AS ("invoice_balances"."gross_pence" - "invoice_balances"."credited_pence" - "invoice_balances"."paid_pence" - "invoice_balances"."written_off_pence") STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "invoice_balances_owed" ON "invoice_balances" USING btree ("company_id","due_on","number") WHERE "invoice_balances"."owed_pence" > 0;--> statement-breakpoint
CREATE INDEX "invoice_balances_owed_newest" ON "invoice_balances" USING btree ("number") WHERE "invoice_balances"."owed_pence" > 0;--> statement-breakpoint
CREATE INDEX "invoice_balances_due" ON "invoice_balances" USING btree ("due_on") WHERE "invoice_balances"."owed_pence" > 0;--> statement-breakpoint
ALTER TABLE "bookkeeping_write_offs" ADD CONSTRAINT "bookkeeping_write_offs_write_off_id_write_offs_id_fk" FOREIGN KEY ("write_off_id") REFERENCES "public"."write_offs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookkeeping_write_offs" ADD CONSTRAINT "bookkeeping_write_offs_export_id_bookkeeping_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."bookkeeping_exports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_number_invoice_balances_number_fk" FOREIGN KEY ("number") REFERENCES "public"."invoice_balances"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_offs" ADD CONSTRAINT "write_offs_reversed" FOREIGN KEY ("company_id","number","reverses","amount_pence","reason") REFERENCES "public"."write_offs"("company_id","number","id","amount_pence","reason") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" ADD CONSTRAINT "bookkeeping_exports_of_something" CHECK (least("bookkeeping_exports"."invoices", "bookkeeping_exports"."credit_notes", "bookkeeping_exports"."write_offs") >= 0);--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_texts" CHECK (char_length("company_settings"."name") <= 120 and "company_settings"."name" = without_blank_ends("company_settings"."name") and char_length("company_settings"."address") <= 500 and "company_settings"."address" = without_blank_ends("company_settings"."address") and char_length("company_settings"."vat_number") <= 20 and "company_settings"."vat_number" = without_blank_ends("company_settings"."vat_number") and char_length("company_settings"."company_number") <= 20 and "company_settings"."company_number" = without_blank_ends("company_settings"."company_number") and char_length("company_settings"."email") <= 254 and "company_settings"."email" = without_blank_ends("company_settings"."email") and char_length("company_settings"."phone") <= 40 and "company_settings"."phone" = without_blank_ends("company_settings"."phone") and char_length("company_settings"."bank_name") <= 60 and "company_settings"."bank_name" = without_blank_ends("company_settings"."bank_name") and char_length("company_settings"."xero_account") <= 60 and "company_settings"."xero_account" = without_blank_ends("company_settings"."xero_account") and char_length("company_settings"."xero_tax_type") <= 60 and "company_settings"."xero_tax_type" = without_blank_ends("company_settings"."xero_tax_type") and char_length("company_settings"."sage_nominal") <= 60 and "company_settings"."sage_nominal" = without_blank_ends("company_settings"."sage_nominal") and char_length("company_settings"."sage_tax_code") <= 60 and "company_settings"."sage_tax_code" = without_blank_ends("company_settings"."sage_tax_code") and char_length("company_settings"."xero_bad_debt") <= 60 and "company_settings"."xero_bad_debt" = without_blank_ends("company_settings"."xero_bad_debt") and char_length("company_settings"."sage_bad_debt") <= 60 and "company_settings"."sage_bad_debt" = without_blank_ends("company_settings"."sage_bad_debt"));--> statement-breakpoint
ALTER TABLE "invoice_balances" ADD CONSTRAINT "invoice_balances_within_gross" CHECK (least("invoice_balances"."credited_pence", "invoice_balances"."credit_waiting_pence", "invoice_balances"."paid_pence", "invoice_balances"."lost_pence") >= 0 and "invoice_balances"."lost_pence" <= "invoice_balances"."written_off_pence"
        and "invoice_balances"."credited_pence" + "invoice_balances"."credit_waiting_pence" + "invoice_balances"."written_off_pence" <= "invoice_balances"."gross_pence"
        and "invoice_balances"."paid_pence" + "invoice_balances"."credited_pence" + "invoice_balances"."written_off_pence" <= "invoice_balances"."gross_pence");