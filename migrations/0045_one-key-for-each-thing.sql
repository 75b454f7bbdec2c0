ALTER TABLE "orders" DROP CONSTRAINT "orders_quote_id_quotes_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "remakes" DROP CONSTRAINT "remakes_order_id_orders_id_fk";
--> statement-breakpoint
ALTER TABLE "quotes" DROP CONSTRAINT "quotes_user_id_users_id_fk";
