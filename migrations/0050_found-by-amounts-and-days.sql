-- The same key with the amount first: by it a search finds a quote and its order. What refers to the key is made anew with it.
ALTER TABLE "orders" DROP CONSTRAINT "orders_as_quoted";
--> statement-breakpoint
ALTER TABLE "quotes" DROP CONSTRAINT "quotes_as_ordered";
--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_as_ordered" UNIQUE("final_total_pence","id","company_id","user_id","is_paid");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_as_quoted" FOREIGN KEY ("quote_id","company_id","user_id","total_pence","is_paid") REFERENCES "public"."quotes"("id","company_id","user_id","final_total_pence","is_paid") ON DELETE no action ON UPDATE cascade;
--> statement-breakpoint
-- A search by a day finds those that were set in the index of words: an index of several columns is as good for each of them. As migration
-- lists-in-their-rows, where the database may have it.
DO $$
BEGIN
  DROP INDEX IF EXISTS "orders_words";
  CREATE INDEX "orders_words" ON "orders" USING gin ("words" gin_trgm_ops, (array["shipping_date", "estimated_arrival", "required_by"])) WHERE "deleted_at" IS NULL;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'Searches will read all rows: %', SQLERRM;
END
$$;
