DROP INDEX "invoices_of_company";--> statement-breakpoint
CREATE INDEX "invoices_of_company" ON "invoices" USING btree ("company_id","number");