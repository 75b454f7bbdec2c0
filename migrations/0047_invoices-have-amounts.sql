-- An invoice's amounts in columns: a list and a sum need not open each snapshot.
DROP INDEX "invoices_by_tax_point";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "net_pence" bigint, ADD COLUMN "vat_pence" bigint, ADD COLUMN "gross_pence" bigint;--> statement-breakpoint
-- No call may change an invoice; these three repeat what was issued.
ALTER TABLE "invoices" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "invoices" SET net_pence = (snapshot ->> 'subtotal')::bigint, vat_pence = (snapshot ->> 'tax')::bigint, gross_pence = (snapshot ->> 'finalTotal')::bigint;--> statement-breakpoint
ALTER TABLE "invoices" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "net_pence" SET NOT NULL, ALTER COLUMN "vat_pence" SET NOT NULL, ALTER COLUMN "gross_pence" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "invoices_by_tax_point" ON "invoices" USING btree ("tax_point","number","net_pence","vat_pence","gross_pence");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_gross_is_the_sum" CHECK ("invoices"."gross_pence" = "invoices"."net_pence" + "invoices"."vat_pence" and "invoices"."net_pence" >= 0 and "invoices"."vat_pence" >= 0);
