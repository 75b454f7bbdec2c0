-- The dashboard's figures are sums over an index of the orders (docs/decisions/005-figures-are-sums.md).
DROP TRIGGER "orders_are_counted" ON "orders";--> statement-breakpoint
DROP TRIGGER "no_orders_are_counted" ON "orders";--> statement-breakpoint
DROP TRIGGER "quotes_are_counted" ON "quotes";--> statement-breakpoint
DROP TRIGGER "remakes_are_counted" ON "remakes";--> statement-breakpoint
DROP TRIGGER "no_remakes_are_counted" ON "remakes";--> statement-breakpoint
DROP FUNCTION "count_all_orders", "fold_order_figures", "rebuild_order_figures", "recount_changed", "recount_order", "add_to_figures";--> statement-breakpoint
DROP VIEW "orders_to_count";--> statement-breakpoint
DROP TABLE "counted_orders";--> statement-breakpoint
DROP TABLE "order_figures";--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"maker_id","is_paid","total_pence") WHERE "orders"."deleted_at" is null;
