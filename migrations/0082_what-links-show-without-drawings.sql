-- A quotation's frozen text without its drawings. Its body is bound here, so that no search path changes it.
CREATE FUNCTION "retail_facts"("snapshot" text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN jsonb_set("snapshot"::jsonb, '{windows}', (
  SELECT coalesce(jsonb_agg("shown" - 'drawing' ORDER BY "place"), '[]')
  FROM jsonb_array_elements("snapshot"::jsonb -> 'windows') WITH ORDINALITY AS "windows" ("shown", "place")
));--> statement-breakpoint
ALTER TABLE "retail_links" ADD COLUMN "facts" jsonb GENERATED ALWAYS AS (retail_facts("retail_links"."snapshot")) STORED;
