CREATE TYPE "public"."allocation_kind" AS ENUM('allocated', 'refunded', 'withdrawn');
--> statement-breakpoint
CREATE TYPE "public"."invoice_kind" AS ENUM('invoice', 'credit_note');
--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('card', 'bank_transfer');
--> statement-breakpoint
CREATE TYPE "public"."refund_status" AS ENUM('requested', 'pending', 'succeeded', 'failed', 'canceled');
--> statement-breakpoint
CREATE TABLE "account_checkout_lines" (
	"checkout_id" integer NOT NULL,
	"number" integer NOT NULL,
	"amount_pence" bigint NOT NULL,
	CONSTRAINT "account_checkout_lines_checkout_id_number_pk" PRIMARY KEY("checkout_id","number"),
	CONSTRAINT "account_checkout_lines_amount" CHECK ("account_checkout_lines"."amount_pence" > 0)
);
--> statement-breakpoint
CREATE TABLE "account_checkouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_checkouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "allocations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"number" integer NOT NULL,
	"kind" "allocation_kind" NOT NULL,
	"amount_pence" bigint NOT NULL,
	"refund_id" integer,
	"dispute_id" integer,
	"by_user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocations_kinds" CHECK ("allocations"."amount_pence" <> 0 and ("allocations"."kind" = 'refunded') = ("allocations"."refund_id" is not null) and ("allocations"."kind" = 'withdrawn') = ("allocations"."dispute_id" is not null)
        and ("allocations"."kind" <> 'refunded' or "allocations"."amount_pence" < 0))
);
--> statement-breakpoint
CREATE TABLE "dispute_movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dispute_id" integer NOT NULL,
	"company_id" integer,
	"amount_pence" bigint NOT NULL,
	"moved_on" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_movements_amount" CHECK ("dispute_movements"."amount_pence" <> 0)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"stripe_dispute_id" text NOT NULL,
	"payment_id" integer NOT NULL,
	"company_id" integer,
	"amount_pence" bigint NOT NULL,
	"withdrawn_pence" bigint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"opened_on" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_stripe_dispute_id_unique" UNIQUE("stripe_dispute_id"),
	CONSTRAINT "disputes_texts" CHECK (char_length("disputes"."status") <= 200),
	CONSTRAINT "disputes_withdrawn" CHECK ("disputes"."withdrawn_pence" between 0 and "disputes"."amount_pence")
);
--> statement-breakpoint
CREATE TABLE "invoice_balances" (
	"number" integer PRIMARY KEY NOT NULL,
	"quote_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"gross_pence" bigint NOT NULL,
	"due_on" date NOT NULL,
	"credited_pence" bigint DEFAULT 0 NOT NULL,
	"credit_waiting_pence" bigint DEFAULT 0 NOT NULL,
	"paid_pence" bigint DEFAULT 0 NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"owed_pence" bigint GENERATED ALWAYS AS ("invoice_balances"."gross_pence" - "invoice_balances"."credited_pence" - "invoice_balances"."paid_pence") STORED NOT NULL,
	CONSTRAINT "invoice_balances_quote_id_unique" UNIQUE("quote_id"),
	CONSTRAINT "invoice_balances_within_gross" CHECK (least("invoice_balances"."credited_pence", "invoice_balances"."credit_waiting_pence", "invoice_balances"."paid_pence") >= 0
        and "invoice_balances"."credited_pence" + "invoice_balances"."credit_waiting_pence" <= "invoice_balances"."gross_pence" and "invoice_balances"."paid_pence" + "invoice_balances"."credited_pence" <= "invoice_balances"."gross_pence")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quote_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	"stripe_id" text NOT NULL,
	CONSTRAINT "payment_attempts_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "payment_attempts_texts" CHECK (char_length("payment_attempts"."reason") <= 2000),
	CONSTRAINT "payment_attempts_outcome" CHECK ("payment_attempts"."outcome" in ('failed', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"company_id" integer,
	"amount_pence" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" "refund_status" NOT NULL,
	"invoice_number" integer,
	"stripe_refund_id" text,
	"fault" text,
	"paid_on" date,
	"by_user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_stripe_refund_id_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "refunds_texts" CHECK (char_length("refunds"."reason") <= 500 and char_length("refunds"."fault") <= 2000),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_pence" > 0),
	CONSTRAINT "refunds_paid_on" CHECK ("refunds"."status" <> 'succeeded' or "refunds"."paid_on" is not null)
);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_quote_id_unique";
--> statement-breakpoint
ALTER TABLE "companies" DROP CONSTRAINT "companies_texts";
--> statement-breakpoint
ALTER TABLE "company_settings" DROP CONSTRAINT "company_settings_texts";
--> statement-breakpoint
DROP INDEX "payments_one_settles_a_quote";
--> statement-breakpoint
DROP INDEX "invoices_by_tax_point";
--> statement-breakpoint
DROP INDEX "quotes_to_invoice";
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ALTER COLUMN "quote_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "quote_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "stripe_session_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "currency" SET DEFAULT 'gbp';
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "live" SET DEFAULT true;
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "discount_hundredths" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "payment_days" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "credit_limit_pence" bigint;
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "accounts_name" text;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "bank_name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "sort_code" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "account_number" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "reminders" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "xero_account" text DEFAULT '200' NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "xero_tax_type" text DEFAULT '20% (VAT on Income)' NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "sage_nominal" text DEFAULT '4000' NOT NULL;
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "sage_tax_code" text DEFAULT 'T1' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "kind" "invoice_kind" DEFAULT 'invoice' NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_on" date;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "credits" integer;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reason" text;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "refund_id" integer;
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "checkout_id" integer;
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "user_id" integer;
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD COLUMN "is_closed_by_us" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "company_id" integer;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" "payment_method" DEFAULT 'card' NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_id" integer;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received_on" date;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "recorded_by" integer;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "applied_pence" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "waiting_pence" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "waiting_noted_pence" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "withdrawn_pence" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "voided_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "voided_by" integer;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "void_reason" text;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unallocated_pence" bigint GENERATED ALWAYS AS (case when "payments"."voided_at" is null then "payments"."amount_pence" - "payments"."applied_pence" - "payments"."refunded_pence" - "payments"."withdrawn_pence" else 0 end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "tax_point" date;
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "due_on" date;
--> statement-breakpoint
-- No call may change an invoice. What is added here was said in its snapshot, or of every invoice until now: each was paid when it was issued.
ALTER TABLE "invoices" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "invoices" SET due_on = tax_point;
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "payments" p SET received_on = (p.created_at AT TIME ZONE 'Europe/London')::date,
  company_id = case when p.currency = 'gbp' then (SELECT q.company_id FROM quotes q WHERE q.id = p.quote_id) end;
--> statement-breakpoint
UPDATE "quotes" SET tax_point = (paid_at AT TIME ZONE 'Europe/London')::date, due_on = (paid_at AT TIME ZONE 'Europe/London')::date
  WHERE paid_at IS NOT NULL AND final_total_pence > 0;
--> statement-breakpoint
UPDATE "quotes" q SET tax_point = i.tax_point, due_on = i.due_on FROM invoices i WHERE i.quote_id = q.id;
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "received_on" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_as_owed" UNIQUE("number","quote_id","company_id","gross_pence");
--> statement-breakpoint
-- Of a paid invoice whose payment is not known, one that says so: what is owed must add up.
INSERT INTO "payments" (company_id, method, quote_id, amount_pence, currency, live, settles, received_on, reference, created_at)
  SELECT i.company_id, 'bank_transfer', i.quote_id, i.gross_pence, 'gbp', true, true, i.tax_point, 'Paid before payments were listed', i.issued_at
  FROM invoices i WHERE NOT EXISTS (SELECT FROM payments p WHERE p.quote_id = i.quote_id AND p.settles);
--> statement-breakpoint
INSERT INTO "invoice_balances" (number, quote_id, company_id, gross_pence, due_on, paid_pence)
  SELECT number, quote_id, company_id, gross_pence, due_on, gross_pence FROM invoices;
--> statement-breakpoint
INSERT INTO "allocations" (payment_id, number, kind, amount_pence, created_at)
  SELECT p.id, i.number, 'allocated', i.gross_pence, i.issued_at FROM invoices i JOIN payments p ON p.quote_id = i.quote_id AND p.settles;
--> statement-breakpoint
UPDATE "payments" p SET applied_pence = i.gross_pence FROM invoices i WHERE i.quote_id = p.quote_id AND p.settles;
--> statement-breakpoint
UPDATE "payments" p SET is_held = true FROM quotes q
  WHERE q.id = p.quote_id AND p.settles AND q.paid_at IS NOT NULL AND p.applied_pence = 0 AND q.final_total_pence > 0 AND p.refunded_pence < p.amount_pence;
--> statement-breakpoint
-- What Stripe gave back until now: a refund each, and where it had paid an invoice its credit note, numbered after all that was issued.
INSERT INTO "refunds" (payment_id, company_id, amount_pence, reason, status, invoice_number, paid_on, created_at)
  SELECT p.id, p.company_id, p.refunded_pence, 'Refunded at Stripe', 'succeeded', b.number, p.received_on, p.created_at
  FROM payments p LEFT JOIN invoice_balances b ON b.quote_id = p.quote_id AND p.settles
  WHERE p.refunded_pence > 0 ORDER BY p.id;
--> statement-breakpoint
INSERT INTO "allocations" (payment_id, number, kind, amount_pence, refund_id)
  SELECT payment_id, invoice_number, 'refunded', -amount_pence, id FROM refunds WHERE invoice_number IS NOT NULL;
--> statement-breakpoint
UPDATE "payments" p SET applied_pence = p.applied_pence - r.amount_pence FROM refunds r WHERE r.payment_id = p.id AND r.invoice_number IS NOT NULL;
--> statement-breakpoint
INSERT INTO "invoices" (number, kind, quote_id, company_id, order_id, tax_point, issued_at, net_pence, vat_pence, gross_pence, credits, reason, refund_id, snapshot)
  SELECT c.last_number + row_number() OVER (ORDER BY r.id), 'credit_note', i.quote_id, i.company_id, i.order_id, (now() AT TIME ZONE 'Europe/London')::date, now(),
    r.amount_pence - v.vat, v.vat, r.amount_pence, i.number, r.reason, r.id,
    i.snapshot || jsonb_build_object('lines', '[]'::jsonb, 'subtotal', r.amount_pence - v.vat, 'tax', v.vat, 'finalTotal', r.amount_pence)
  FROM refunds r JOIN invoices i ON i.number = r.invoice_number CROSS JOIN invoice_counter c
  CROSS JOIN LATERAL (SELECT round(r.amount_pence::numeric * i.vat_pence / i.gross_pence)::bigint AS vat) v;
--> statement-breakpoint
UPDATE "invoice_balances" b SET credited_pence = r.amount_pence, paid_pence = b.paid_pence - r.amount_pence FROM refunds r WHERE r.invoice_number = b.number;
--> statement-breakpoint
UPDATE "invoice_counter" SET last_number = greatest(last_number, coalesce((SELECT max(number) FROM invoices), 0));
--> statement-breakpoint
ALTER TABLE "account_checkout_lines" ADD CONSTRAINT "account_checkout_lines_checkout_id_account_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."account_checkouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_checkout_lines" ADD CONSTRAINT "account_checkout_lines_number_invoices_number_fk" FOREIGN KEY ("number") REFERENCES "public"."invoices"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_checkouts" ADD CONSTRAINT "account_checkouts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_checkouts" ADD CONSTRAINT "account_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_number_invoice_balances_number_fk" FOREIGN KEY ("number") REFERENCES "public"."invoice_balances"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dispute_movements" ADD CONSTRAINT "dispute_movements_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "dispute_movements" ADD CONSTRAINT "dispute_movements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_balances" ADD CONSTRAINT "invoice_balances_of_invoice" FOREIGN KEY ("number","quote_id","company_id","gross_pence") REFERENCES "public"."invoices"("number","quote_id","company_id","gross_pence") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_invoice_number_invoices_number_fk" FOREIGN KEY ("invoice_number") REFERENCES "public"."invoices"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "account_checkout_lines_of_invoice" ON "account_checkout_lines" USING btree ("number");
--> statement-breakpoint
CREATE INDEX "allocations_of_payment" ON "allocations" USING btree ("payment_id","number","id");
--> statement-breakpoint
CREATE INDEX "allocations_of_invoice" ON "allocations" USING btree ("number","payment_id","id");
--> statement-breakpoint
CREATE INDEX "dispute_movements_of_dispute" ON "dispute_movements" USING btree ("dispute_id");
--> statement-breakpoint
CREATE INDEX "dispute_movements_of_company" ON "dispute_movements" USING btree ("company_id","moved_on");
--> statement-breakpoint
CREATE INDEX "dispute_movements_by_day" ON "dispute_movements" USING btree ("moved_on");
--> statement-breakpoint
CREATE INDEX "disputes_of_payment" ON "disputes" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "invoice_balances_owed" ON "invoice_balances" USING btree ("company_id","due_on","number") WHERE "invoice_balances"."owed_pence" > 0;
--> statement-breakpoint
CREATE INDEX "invoice_balances_owed_newest" ON "invoice_balances" USING btree ("number") WHERE "invoice_balances"."owed_pence" > 0;
--> statement-breakpoint
CREATE INDEX "invoice_balances_due" ON "invoice_balances" USING btree ("due_on") WHERE "invoice_balances"."owed_pence" > 0;
--> statement-breakpoint
CREATE INDEX "payment_attempts_of_quote" ON "payment_attempts" USING btree ("quote_id","at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id","id");
--> statement-breakpoint
CREATE INDEX "refunds_by_day" ON "refunds" USING btree ("paid_on" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "refunds_of_company" ON "refunds" USING btree ("company_id","paid_on");
--> statement-breakpoint
CREATE INDEX "refunds_waiting" ON "refunds" USING btree ("id") WHERE "refunds"."status" in ('requested', 'pending');
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credits_invoices_number_fk" FOREIGN KEY ("credits") REFERENCES "public"."invoices"("number") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_checkout_id_account_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."account_checkouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout_id_account_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."account_checkouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_quote" ON "invoices" USING btree ("quote_id",(case "kind" when 'invoice' then 0 else "number" end));
--> statement-breakpoint
CREATE INDEX "checkout_sessions_pending" ON "checkout_sessions" USING btree ("quote_id","checkout_id") WHERE "checkout_sessions"."is_pending";
--> statement-breakpoint
CREATE INDEX "checkout_sessions_of_account" ON "checkout_sessions" USING btree ("checkout_id") WHERE "checkout_sessions"."checkout_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_held_per_quote" ON "payments" USING btree ("quote_id") WHERE "payments"."is_held";
--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("received_on" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "payments_of_company" ON "payments" USING btree ("company_id","received_on" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "payments_with_credit" ON "payments" USING btree ("company_id") WHERE "payments"."unallocated_pence" > 0;
--> statement-breakpoint
CREATE INDEX "invoices_by_tax_point" ON "invoices" USING btree ("tax_point","number","kind","net_pence","vat_pence","gross_pence");
--> statement-breakpoint
CREATE INDEX "quotes_to_invoice" ON "quotes" USING btree ("id") WHERE "quotes"."tax_point" is not null and "quotes"."invoice_number" is null and "quotes"."final_total_pence" > 0;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_unique" UNIQUE("refund_id");
--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_terms" CHECK ("companies"."discount_hundredths" between 0 and 6000 and "companies"."payment_days" in (0, 7, 14, 30, 60)
        and "companies"."credit_limit_pence" between 0 and 1000000000);
--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_texts" CHECK (char_length("companies"."name") <= 120 and "companies"."name" = without_blank_ends("companies"."name") and char_length("companies"."address") <= 500 and "companies"."address" = without_blank_ends("companies"."address") and char_length("companies"."phone") <= 40 and "companies"."phone" = without_blank_ends("companies"."phone") and char_length("companies"."approval_reason") <= 500 and char_length("companies"."accounts_name") <= 100 and "companies"."accounts_name" = without_blank_ends("companies"."accounts_name"));
--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_bank" CHECK ("company_settings"."sort_code" ~ '^([0-9]{6})?$' and "company_settings"."account_number" ~ '^([0-9]{8})?$');
--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_texts" CHECK (char_length("company_settings"."name") <= 120 and "company_settings"."name" = without_blank_ends("company_settings"."name") and char_length("company_settings"."address") <= 500 and "company_settings"."address" = without_blank_ends("company_settings"."address") and char_length("company_settings"."vat_number") <= 20 and "company_settings"."vat_number" = without_blank_ends("company_settings"."vat_number") and char_length("company_settings"."company_number") <= 20 and "company_settings"."company_number" = without_blank_ends("company_settings"."company_number") and char_length("company_settings"."email") <= 254 and "company_settings"."email" = without_blank_ends("company_settings"."email") and char_length("company_settings"."phone") <= 40 and "company_settings"."phone" = without_blank_ends("company_settings"."phone") and char_length("company_settings"."bank_name") <= 60 and "company_settings"."bank_name" = without_blank_ends("company_settings"."bank_name") and char_length("company_settings"."xero_account") <= 60 and "company_settings"."xero_account" = without_blank_ends("company_settings"."xero_account") and char_length("company_settings"."xero_tax_type") <= 60 and "company_settings"."xero_tax_type" = without_blank_ends("company_settings"."xero_tax_type") and char_length("company_settings"."sage_nominal") <= 60 and "company_settings"."sage_nominal" = without_blank_ends("company_settings"."sage_nominal") and char_length("company_settings"."sage_tax_code") <= 60 and "company_settings"."sage_tax_code" = without_blank_ends("company_settings"."sage_tax_code"));
--> statement-breakpoint
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_for_one" CHECK (num_nonnulls("checkout_sessions"."quote_id", "checkout_sessions"."checkout_id") = 1);
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_to_invoice" CHECK (("quotes"."tax_point" is null) = ("quotes"."due_on" is null));
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_kinds" CHECK (case "invoices"."kind" when 'invoice' then num_nonnulls("invoices"."credits", "invoices"."reason", "invoices"."refund_id") = 0 and "invoices"."due_on" >= "invoices"."tax_point"
        else num_nonnulls("invoices"."credits", "invoices"."reason") = 2 and num_nonnulls("invoices"."due_on", "invoices"."payment_id") = 0 and "invoices"."credits" < "invoices"."number" end);
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_texts" CHECK (char_length("invoices"."reason") <= 500);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_texts" CHECK (char_length("payments"."reference") <= 140 and "payments"."reference" = without_blank_ends("payments"."reference") and char_length("payments"."void_reason") <= 500);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_stripe" CHECK (("payments"."method" = 'card') = ("payments"."stripe_session_id" is not null));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("payments"."amount_pence" > 0);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_within_amount" CHECK (least("payments"."applied_pence", "payments"."refunded_pence", "payments"."waiting_pence", "payments"."waiting_noted_pence", "payments"."withdrawn_pence") >= 0
        and "payments"."applied_pence" + "payments"."refunded_pence" + "payments"."withdrawn_pence" + "payments"."waiting_pence" <= "payments"."amount_pence"
        and "payments"."waiting_noted_pence" <= "payments"."applied_pence");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_voided" CHECK (("payments"."voided_at" is null) = ("payments"."void_reason" is null) and ("payments"."voided_at" is null) = ("payments"."voided_by" is null)
        and ("payments"."voided_at" is null or ("payments"."method" = 'bank_transfer' and "payments"."applied_pence" = 0 and "payments"."refunded_pence" = 0 and "payments"."waiting_pence" = 0 and not "payments"."is_held")));
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_held" CHECK (not "payments"."is_held" or ("payments"."settles" and "payments"."quote_id" is not null and "payments"."applied_pence" = 0));
--> statement-breakpoint
-- A row of the ledger is never changed or deleted: what changes is another row.
CREATE FUNCTION "ledger_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A row of the ledger is never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "allocations_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "allocations" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_kept"();
--> statement-breakpoint
CREATE TRIGGER "dispute_movements_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "dispute_movements" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_is_kept"();
