ALTER TABLE "companies" ADD COLUMN "sees_open_orders" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_see_open_orders" CHECK ("companies"."kind" = 'supplier' or not "companies"."sees_open_orders");--> statement-breakpoint
-- Suppliers that existed before keep seeing open orders.
UPDATE "companies" SET "sees_open_orders" = true WHERE "kind" = 'supplier';
