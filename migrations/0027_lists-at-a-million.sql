DROP INDEX "remakes_newest";--> statement-breakpoint
DROP INDEX "listed_orders_late";--> statement-breakpoint
CREATE INDEX "users_by_company" ON "users" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "listed_without_invoice" ON "listed_jobs" USING btree ("quote_id") WHERE "listed_jobs"."is_paid" and "listed_jobs"."invoice_number" is null;--> statement-breakpoint
CREATE INDEX "listed_orders_late" ON "listed_jobs" USING btree ("late_after","order_status","supplier_id","is_paid","ordered_at","due_on","order_id") WHERE "listed_jobs"."late_after" is not null;
--> statement-breakpoint
-- People are found by the letters of their names as jobs are by their words; they have none of a job's marks.
CREATE INDEX "users_by_letters" ON "users" USING gin (search_grams(search_name, null, null, null, null, null, null, null, null, null, null, null, null)) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "companies_by_letters" ON "companies" USING gin (search_grams(search_name, null, null, null, null, null, null, null, null, null, null, null, null)) WITH (fastupdate = off);
--> statement-breakpoint
-- What is not over, which is little: among the words of all jobs a view of these took as long to look through as there are jobs with the word.
CREATE INDEX "listed_words_going_on" ON "listed_jobs" USING gin (search_grams(words || coalesce(E'\n' || order_words, ''), company_id, quoted_at,
  valid_until, quote_status, is_unsettled, is_placed, order_id, ordered_at, due_on, order_status, is_paid, invoice_number))
  WITH (fastupdate = off)
  WHERE quote_status <> 'accepted' OR order_status IS DISTINCT FROM 'completed' OR NOT is_paid;
