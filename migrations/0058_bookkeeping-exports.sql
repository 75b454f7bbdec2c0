CREATE TYPE "public"."export_format" AS ENUM('xero', 'sage50');--> statement-breakpoint
CREATE TABLE "bookkeeping_documents" (
	"export_id" integer NOT NULL,
	"number" integer NOT NULL,
	"is_first" boolean NOT NULL,
	CONSTRAINT "bookkeeping_documents_export_id_number_pk" PRIMARY KEY("export_id","number")
);
--> statement-breakpoint
CREATE TABLE "bookkeeping_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookkeeping_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"format" "export_format" NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"invoices" integer NOT NULL,
	"credit_notes" integer NOT NULL,
	"invoices_file" text NOT NULL,
	"credit_notes_file" text NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookkeeping_exports_days" CHECK ("bookkeeping_exports"."from_day" <= "bookkeeping_exports"."to_day"),
	CONSTRAINT "bookkeeping_exports_of_something" CHECK (least("bookkeeping_exports"."invoices", "bookkeeping_exports"."credit_notes") >= 0 and "bookkeeping_exports"."invoices" + "bookkeeping_exports"."credit_notes" > 0)
);
--> statement-breakpoint
CREATE TABLE "sage_accounts" (
	"reference" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sage_accounts_reference" CHECK ("sage_accounts"."reference" ~ '^[A-Z0-9]{1,8}$')
);
--> statement-breakpoint
ALTER TABLE "bookkeeping_documents" ADD CONSTRAINT "bookkeeping_documents_export_id_bookkeeping_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."bookkeeping_exports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookkeeping_documents" ADD CONSTRAINT "bookkeeping_documents_number_invoices_number_fk" FOREIGN KEY ("number") REFERENCES "public"."invoices"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" ADD CONSTRAINT "bookkeeping_exports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sage_accounts" ADD CONSTRAINT "sage_accounts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bookkeeping_documents_once" ON "bookkeeping_documents" USING btree ("number") WHERE "bookkeeping_documents"."is_first";--> statement-breakpoint
CREATE INDEX "sage_accounts_of_company" ON "sage_accounts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "invoices_by_issue" ON "invoices" USING btree ("issued_at","number");--> statement-breakpoint
-- An export and its files stay as they were made, and a reference in Sage is its company's for ever.
CREATE FUNCTION "bookkeeping_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What went to the bookkeeping is never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "bookkeeping_exports_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "bookkeeping_exports" FOR EACH STATEMENT EXECUTE FUNCTION "bookkeeping_is_kept"();
--> statement-breakpoint
CREATE TRIGGER "bookkeeping_documents_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "bookkeeping_documents" FOR EACH STATEMENT EXECUTE FUNCTION "bookkeeping_is_kept"();
--> statement-breakpoint
CREATE TRIGGER "sage_accounts_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "sage_accounts" FOR EACH STATEMENT EXECUTE FUNCTION "bookkeeping_is_kept"();
