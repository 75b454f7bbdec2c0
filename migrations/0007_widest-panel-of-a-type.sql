ALTER TABLE "products" ADD COLUMN "widest_panel_mm" smallint;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "widest_panel_mm" smallint DEFAULT 950 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_widest_panel" CHECK ("products"."widest_panel_mm" between 200 and 1500);--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_widest_panel" CHECK ("quote_items"."widest_panel_mm" between 200 and 1500);