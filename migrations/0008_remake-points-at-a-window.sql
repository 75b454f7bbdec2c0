ALTER TABLE "remakes" ADD COLUMN "quote_item_id" integer;--> statement-breakpoint
ALTER TABLE "remakes" ADD COLUMN "mark_x_mm" smallint;--> statement-breakpoint
ALTER TABLE "remakes" ADD COLUMN "mark_y_mm" smallint;--> statement-breakpoint
ALTER TABLE "remakes" ADD CONSTRAINT "remakes_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remakes" ADD CONSTRAINT "remakes_mark_is_on_a_window" CHECK (("remakes"."mark_x_mm" is null) = ("remakes"."mark_y_mm" is null) and ("remakes"."mark_x_mm" is null or "remakes"."quote_item_id" is not null));--> statement-breakpoint
ALTER TABLE "remakes" ADD CONSTRAINT "remakes_mark_range" CHECK ("remakes"."mark_x_mm" between 0 and 10000 and "remakes"."mark_y_mm" between 0 and 10000);--> statement-breakpoint
CREATE FUNCTION "remakes_window_is_the_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "orders" o JOIN "quote_items" i ON i."quote_id" = o."quote_id"
    WHERE o."id" = NEW."order_id" AND i."id" = NEW."quote_item_id"
      AND coalesce(NEW."mark_x_mm", 0) * 10 <= i."width_tenth_mm" AND coalesce(NEW."mark_y_mm", 0) * 10 <= i."height_tenth_mm"
  ) THEN
    RAISE EXCEPTION 'A remake points at a window of its own order, and marks a place on it'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'remakes_window_is_the_orders';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "remakes_window_is_the_orders" BEFORE INSERT OR UPDATE OF "order_id", "quote_item_id", "mark_x_mm", "mark_y_mm" ON "remakes"
FOR EACH ROW WHEN (NEW."quote_item_id" IS NOT NULL) EXECUTE FUNCTION "remakes_window_is_the_orders"();
