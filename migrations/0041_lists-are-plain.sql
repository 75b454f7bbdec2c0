-- Lists, views and searches are plain queries now (docs/decisions/003-lists-are-plain-queries.md): what was kept for them beside the truth goes.
DROP TRIGGER "quotes_are_listed" ON "quotes";--> statement-breakpoint
DROP TRIGGER "no_quotes_are_listed" ON "quotes";--> statement-breakpoint
DROP TRIGGER "orders_are_listed" ON "orders";--> statement-breakpoint
DROP TRIGGER "no_orders_are_listed" ON "orders";--> statement-breakpoint
DROP TRIGGER "remakes_are_listed" ON "remakes";--> statement-breakpoint
DROP TRIGGER "invoices_are_listed" ON "invoices";--> statement-breakpoint
DROP TRIGGER "new_windows_are_listed" ON "quote_items";--> statement-breakpoint
DROP TRIGGER "old_windows_are_listed" ON "quote_items";--> statement-breakpoint
DROP TRIGGER "windows_are_listed" ON "quote_items";--> statement-breakpoint
DROP INDEX "users_by_letters", "companies_by_letters";--> statement-breakpoint
DROP VIEW "kinds_to_list", "jobs_to_list";--> statement-breakpoint
DROP FUNCTION "rebuild_listed_jobs", "list_all_jobs", "list_changed", "list_job", "fold_quote_figures", "add_to_quote_figures";--> statement-breakpoint
DROP TABLE "listed_kinds", "listed_jobs", "quote_figures";--> statement-breakpoint
DROP FUNCTION "list_kinds_changed", "search_grams", "search_query", "search_weeks";
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_company_of_quote";--> statement-breakpoint
ALTER TABLE "quotes" DROP CONSTRAINT "quotes_as_invoiced";--> statement-breakpoint
DROP INDEX "orders_late";--> statement-breakpoint
DROP INDEX "quotes_of_user";--> statement-breakpoint
DROP INDEX "quotes_of_company";--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_open_by_due" ON "orders" USING btree ("due_on","id") WHERE "orders"."status" in ('pending', 'processing', 'shipped') and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "quotes_of_company" ON "quotes" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);