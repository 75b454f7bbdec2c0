CREATE TYPE "public"."remake_fault" AS ENUM('damaged_in_transit', 'wrong_size', 'wrong_colour', 'wrong_side', 'missing_part', 'warped', 'mechanism', 'measuring_error', 'other');--> statement-breakpoint
CREATE TABLE "remake_windows" (
	"remake_id" integer NOT NULL,
	"quote_item_id" integer NOT NULL,
	"pieces" smallint NOT NULL,
	"mark_x_mm" smallint,
	"mark_y_mm" smallint,
	CONSTRAINT "remake_windows_remake_id_quote_item_id_pk" PRIMARY KEY("remake_id","quote_item_id"),
	CONSTRAINT "remake_windows_pieces" CHECK ("remake_windows"."pieces" between 1 and 999),
	CONSTRAINT "remake_windows_mark" CHECK (("remake_windows"."mark_x_mm" is null) = ("remake_windows"."mark_y_mm" is null) and "remake_windows"."mark_x_mm" between 0 and 10000 and "remake_windows"."mark_y_mm" between 0 and 10000)
);--> statement-breakpoint
ALTER TABLE "remakes" DROP CONSTRAINT "remakes_mark_is_on_a_window";--> statement-breakpoint
ALTER TABLE "remakes" DROP CONSTRAINT "remakes_mark_range";--> statement-breakpoint
ALTER TABLE "remakes" DROP CONSTRAINT "remakes_quote_item_id_quote_items_id_fk";--> statement-breakpoint
DROP INDEX "remake_replies_of_remake";--> statement-breakpoint
ALTER TABLE "remake_photos" ADD COLUMN "reply_id" integer;--> statement-breakpoint
ALTER TABLE "remakes" ADD COLUMN "fault" "remake_fault";--> statement-breakpoint
ALTER TABLE "remake_windows" ADD CONSTRAINT "remake_windows_remake_id_remakes_id_fk" FOREIGN KEY ("remake_id") REFERENCES "public"."remakes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remake_windows" ADD CONSTRAINT "remake_windows_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remake_windows_of_item" ON "remake_windows" USING btree ("quote_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "remake_replies_of_remake" ON "remake_replies" USING btree ("remake_id","id");--> statement-breakpoint
ALTER TABLE "remake_photos" ADD CONSTRAINT "remake_photos_of_a_reply" FOREIGN KEY ("remake_id","reply_id") REFERENCES "public"."remake_replies"("remake_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A remake of before asked for one piece of one window.
INSERT INTO "remake_windows" ("remake_id", "quote_item_id", "pieces", "mark_x_mm", "mark_y_mm")
SELECT "id", "quote_item_id", 1, "mark_x_mm", "mark_y_mm" FROM "remakes" WHERE "quote_item_id" IS NOT NULL;--> statement-breakpoint
DROP TRIGGER "remakes_window_is_the_orders" ON "remakes";--> statement-breakpoint
DROP FUNCTION "remakes_window_is_the_orders"();--> statement-breakpoint
ALTER TABLE "remakes" DROP COLUMN "quote_item_id";--> statement-breakpoint
ALTER TABLE "remakes" DROP COLUMN "mark_x_mm";--> statement-breakpoint
ALTER TABLE "remakes" DROP COLUMN "mark_y_mm";--> statement-breakpoint
-- Whether a remake may ask for this: a window of its own order, no more pieces than were ordered, and a mark on the window.
CREATE FUNCTION "is_of_remakes_order"("window" "remake_windows", "of_order" integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM "orders" o JOIN "quote_items" i ON i."quote_id" = o."quote_id"
    WHERE o."id" = "of_order" AND i."id" = "window"."quote_item_id" AND "window"."pieces" <= i."quantity"
      AND coalesce("window"."mark_x_mm", 0) * 10 <= i."width_tenth_mm" AND coalesce("window"."mark_y_mm", 0) * 10 <= i."height_tenth_mm"
  )
$$;--> statement-breakpoint
CREATE FUNCTION "remake_windows_are_the_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'remakes' THEN
    IF NOT EXISTS (SELECT FROM "remake_windows" w WHERE w."remake_id" = NEW."id" AND NOT "is_of_remakes_order"(w, NEW."order_id")) THEN
      RETURN NEW;
    END IF;
  ELSIF "is_of_remakes_order"(NEW, (SELECT r."order_id" FROM "remakes" r WHERE r."id" = NEW."remake_id")) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A remake asks for windows of its own order, at most as often as they were ordered, and marks places on them'
    USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'remake_windows_are_the_orders';
END
$$;--> statement-breakpoint
CREATE TRIGGER "remake_windows_are_the_orders" BEFORE INSERT OR UPDATE ON "remake_windows"
FOR EACH ROW EXECUTE FUNCTION "remake_windows_are_the_orders"();--> statement-breakpoint
CREATE TRIGGER "remake_windows_are_the_orders" BEFORE UPDATE OF "order_id" ON "remakes"
FOR EACH ROW EXECUTE FUNCTION "remake_windows_are_the_orders"();
