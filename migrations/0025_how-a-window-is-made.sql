-- Whole millimetres that rise: where posts or mid rails stand in a window.
CREATE FUNCTION "rises_in_a_window"("given" integer[]) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  array_ndims(given) = 1 AND array_lower(given, 1) = 1 AND cardinality(given) <= 20 AND array_position(given, NULL) IS NULL
  AND given[1] >= 1 AND given[cardinality(given)] <= 10000
  AND NOT EXISTS (SELECT FROM generate_subscripts(given, 1) place WHERE place > 1 AND given[place] <= given[place - 1]);
--> statement-breakpoint
ALTER TABLE "quote_items" DROP CONSTRAINT "quote_items_texts";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "deduction_mm" smallint;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "size_basis" text DEFAULT 'make' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "frame_sides" text DEFAULT 'LTRB' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "hinge_color" text DEFAULT 'match' NOT NULL;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "layout_code" text;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "t_posts_mm" integer[];--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "mid_rail_heights_mm" integer[];--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "tilt_split_mm" integer;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "deduction_mm" smallint DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_deduction" CHECK ("products"."deduction_mm" between 0 and 50);--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_deduction" CHECK ("quote_items"."deduction_mm" between 0 and 50);--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_layout" CHECK ("quote_items"."layout_code" is null or "quote_items"."layout_code" ~ '^(L+R*|R+)(T(L+R*|R+))*$'
        and char_length("quote_items"."layout_code") <= 16 and "quote_items"."opening_direction" <> 'bypass');--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_recess" CHECK ("quote_items"."size_basis" <> 'recess' or "quote_items"."mount_type" = 'inside');--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_positions" CHECK (rises_in_a_window("quote_items"."t_posts_mm") and rises_in_a_window("quote_items"."mid_rail_heights_mm") and "quote_items"."tilt_split_mm" between 1 and 10000
        and ("quote_items"."t_posts_mm" is null or cardinality("quote_items"."t_posts_mm") = coalesce(char_length("quote_items"."layout_code") - char_length(replace("quote_items"."layout_code", 'T', '')), 0))
        and ("quote_items"."mid_rail_heights_mm" is null or cardinality("quote_items"."mid_rail_heights_mm") = "quote_items"."number_of_mid_rails"));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_size_basis" CHECK ("quote_items"."size_basis" in ('make', 'recess'));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_frame_sides" CHECK ("quote_items"."frame_sides" in ('LTRB', 'LTR', 'LTB', 'LRB', 'TRB', 'LT', 'LR', 'LB', 'TR', 'TB', 'RB'));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_hinge_color" CHECK ("quote_items"."hinge_color" in ('match', 'white', 'brass', 'nickel', 'stainless'));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_texts" CHECK (char_length("quote_items"."name") <= 80 and "quote_items"."name" = without_blank_ends("quote_items"."name") and char_length("quote_items"."shutter_type") <= 120 and "quote_items"."shutter_type" = without_blank_ends("quote_items"."shutter_type") and char_length("quote_items"."color_selection") <= 60 and "quote_items"."color_selection" = without_blank_ends("quote_items"."color_selection") and char_length("quote_items"."note") <= 500 and "quote_items"."note" <> '');