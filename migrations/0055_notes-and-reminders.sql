CREATE TYPE "public"."reminder_kind" AS ENUM('before', 'week_after', 'fortnight_after');--> statement-breakpoint
CREATE TABLE "client_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"by_user_id" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_notes_texts" CHECK (char_length("client_notes"."text") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "reminder_mails" (
	"company_id" integer NOT NULL,
	"sent_on" date NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminder_mails_company_id_sent_on_pk" PRIMARY KEY("company_id","sent_on")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"number" integer NOT NULL,
	"kind" "reminder_kind" NOT NULL,
	"company_id" integer NOT NULL,
	"sent_on" date NOT NULL,
	CONSTRAINT "reminders_number_kind_pk" PRIMARY KEY("number","kind")
);
--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_mails" ADD CONSTRAINT "reminder_mails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_number_invoice_balances_number_fk" FOREIGN KEY ("number") REFERENCES "public"."invoice_balances"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_of_mail" FOREIGN KEY ("company_id","sent_on") REFERENCES "public"."reminder_mails"("company_id","sent_on") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_notes_newest" ON "client_notes" USING btree ("company_id","id" DESC NULLS LAST);