CREATE TABLE "bookkeeping_receipts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bookkeeping_receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"export_id" integer NOT NULL,
	"payment_id" integer NOT NULL,
	"refund_id" integer,
	"is_first" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" DROP CONSTRAINT "bookkeeping_exports_of_something";--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" ADD COLUMN "customers_file" text;--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" ADD COLUMN "receipts_file" text;--> statement-breakpoint
ALTER TABLE "bookkeeping_receipts" ADD CONSTRAINT "bookkeeping_receipts_export_id_bookkeeping_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."bookkeeping_exports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookkeeping_receipts" ADD CONSTRAINT "bookkeeping_receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookkeeping_receipts" ADD CONSTRAINT "bookkeeping_receipts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookkeeping_receipts_of_export" ON "bookkeeping_receipts" USING btree ("export_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookkeeping_receipts_once" ON "bookkeeping_receipts" USING btree ("payment_id",coalesce("refund_id", 0)) WHERE "bookkeeping_receipts"."is_first";--> statement-breakpoint
ALTER TABLE "bookkeeping_exports" ADD CONSTRAINT "bookkeeping_exports_of_something" CHECK (least("bookkeeping_exports"."invoices", "bookkeeping_exports"."credit_notes") >= 0);--> statement-breakpoint
CREATE TRIGGER "bookkeeping_receipts_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "bookkeeping_receipts" FOR EACH STATEMENT EXECUTE FUNCTION "bookkeeping_is_kept"();
