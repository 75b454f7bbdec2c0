-- No trigger of ours writes any more: the call that names a type keeps the name, and at the commit this key refuses a name that is not kept.
DROP TRIGGER "keep_product_name" ON "products";--> statement-breakpoint
DROP FUNCTION "keep_product_name";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_name_is_kept" FOREIGN KEY ("id","name") REFERENCES "public"."product_names"("product_id","name") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_texts";--> statement-breakpoint
ALTER TABLE "remakes" DROP CONSTRAINT "remakes_texts";--> statement-breakpoint
ALTER TABLE "first_invitations" ADD CONSTRAINT "first_invitations_hash" CHECK (char_length("first_invitations"."email_hash") = 64);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_texts" CHECK (char_length("orders"."shipping_address") <= 500 and "orders"."shipping_address" = without_blank_ends("orders"."shipping_address") and char_length("orders"."tracking_number") <= 100 and "orders"."tracking_number" = without_blank_ends("orders"."tracking_number") and char_length("orders"."told_tracking") <= 120 and char_length("orders"."job_name") <= 120 and "orders"."job_name" = without_blank_ends("orders"."job_name") and char_length("orders"."po_number") <= 60 and "orders"."po_number" = without_blank_ends("orders"."po_number"));--> statement-breakpoint
ALTER TABLE "remakes" ADD CONSTRAINT "remakes_texts" CHECK (char_length("remakes"."reason") <= 5000 and char_length("remakes"."words") <= 2000);
