ALTER TABLE "products" ADD COLUMN "density_kg_m3" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "finish" text DEFAULT 'coloured' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_density" CHECK ("products"."density_kg_m3" between 200 and 1500);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_finish" CHECK ("products"."finish" in ('painted', 'coloured'));