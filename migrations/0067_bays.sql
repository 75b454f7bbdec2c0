-- Lengths beside one another, and how long they are together, in whole millimetres; 0 where one of them is none.
CREATE FUNCTION "lengths_in_a_window"("given" integer[]) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  CASE WHEN array_ndims(given) = 1 AND cardinality(given) <= 20 AND array_position(given, NULL) IS NULL AND 1 <= ALL (given) AND 10000 >= ALL (given)
    THEN (SELECT sum(each)::integer FROM unnest(given) each) ELSE 0 END;
--> statement-breakpoint
ALTER TABLE "quote_items" DROP CONSTRAINT "quote_items_layout";--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "facets_mm" integer[];--> statement-breakpoint
ALTER TABLE "quote_items" ADD COLUMN "post_angles" integer[];--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_bay" CHECK (case when "quote_items"."layout_code" ~ '[BC]' then "quote_items"."facets_mm" is not null and lengths_in_a_window("quote_items"."facets_mm") * 10 = "quote_items"."width_tenth_mm"
          and cardinality("quote_items"."facets_mm") = 1 + char_length("quote_items"."layout_code") - char_length(translate("quote_items"."layout_code", 'BC', ''))
          and "quote_items"."size_basis" = 'make'
        else "quote_items"."facets_mm" is null and "quote_items"."post_angles" is null end);--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_post_angles" CHECK ("quote_items"."post_angles" is null or coalesce(array_ndims("quote_items"."post_angles"), 0) = 1 and array_position("quote_items"."post_angles", null) is null
        and 91 <= all ("quote_items"."post_angles")
        and 179 >= all ("quote_items"."post_angles")
        and cardinality("quote_items"."post_angles") = char_length("quote_items"."layout_code") - char_length(replace("quote_items"."layout_code", 'B', '')));--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_layout" CHECK ("quote_items"."layout_code" is null or "quote_items"."layout_code" ~ '^(L+R*|R+)([TBC](L+R*|R+))*$'
        and char_length("quote_items"."layout_code") <= 16 and "quote_items"."opening_direction" <> 'bypass');