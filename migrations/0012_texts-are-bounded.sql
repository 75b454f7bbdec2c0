-- What JavaScript's trim takes off; PostgreSQL's own btrim knows the space alone.
CREATE FUNCTION "without_blank_ends"("given" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  btrim(given, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
--> statement-breakpoint
-- Rows of before these rules are mended first: they were judged without their blank ends and kept with them.
CREATE FUNCTION pg_temp.short("given" text, "most" integer) RETURNS text LANGUAGE sql IMMUTABLE
  AS 'SELECT public.without_blank_ends(left(public.without_blank_ends(given), most))';
--> statement-breakpoint
UPDATE "users" SET "email" = pg_temp.short("email", 254), "company_name" = pg_temp.short("company_name", 120),
  "contact_name" = pg_temp.short("contact_name", 120), "address" = pg_temp.short("address", 500)
WHERE ("email", "company_name", "contact_name") <> (pg_temp.short("email", 254), pg_temp.short("company_name", 120), pg_temp.short("contact_name", 120))
  OR "address" <> pg_temp.short("address", 500);
--> statement-breakpoint
UPDATE "users" SET "approval_reason" = pg_temp.short("approval_reason", 500) WHERE char_length("approval_reason") > 500;
--> statement-breakpoint
-- Two types may differ in their blank ends alone: the later one gets its number, because names are unique.
UPDATE "products" p SET "name" = pg_temp.short(p."name", 105) || ' (' || p."id" || ')'
WHERE EXISTS (SELECT FROM "products" o WHERE o."id" < p."id" AND lower(pg_temp.short(o."name", 120)) = lower(pg_temp.short(p."name", 120)));
--> statement-breakpoint
UPDATE "products" SET "name" = pg_temp.short("name", 120) WHERE "name" <> pg_temp.short("name", 120);
--> statement-breakpoint
UPDATE "products" SET "description" = pg_temp.short("description", 2000) WHERE char_length("description") > 2000;
--> statement-breakpoint
UPDATE "quotes" SET "decline_reason" = pg_temp.short("decline_reason", 500) WHERE char_length("decline_reason") > 500;
--> statement-breakpoint
UPDATE "quote_items" SET "name" = pg_temp.short("name", 80), "shutter_type" = pg_temp.short("shutter_type", 120),
  "color_selection" = pg_temp.short("color_selection", 60)
WHERE ("name", "shutter_type", "color_selection")
  <> (pg_temp.short("name", 80), pg_temp.short("shutter_type", 120), pg_temp.short("color_selection", 60));
--> statement-breakpoint
UPDATE "orders" SET "shipping_address" = pg_temp.short("shipping_address", 500), "tracking_number" = pg_temp.short("tracking_number", 100)
WHERE "shipping_address" <> pg_temp.short("shipping_address", 500) OR "tracking_number" <> pg_temp.short("tracking_number", 100);
--> statement-breakpoint
UPDATE "remakes" SET "reason" = pg_temp.short("reason", 5000) WHERE char_length("reason") > 5000;
--> statement-breakpoint
UPDATE "remake_replies" SET "message" = pg_temp.short("message", 5000) WHERE char_length("message") > 5000;
--> statement-breakpoint
CREATE TABLE "product_names" (
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "product_names_product_id_name_pk" PRIMARY KEY("product_id","name")
);
--> statement-breakpoint
ALTER TABLE "product_names" ADD CONSTRAINT "product_names_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_names_by_name" ON "product_names" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_texts" CHECK (char_length("company_settings"."name") <= 120 and "company_settings"."name" = without_blank_ends("company_settings"."name") and char_length("company_settings"."address") <= 500 and "company_settings"."address" = without_blank_ends("company_settings"."address") and char_length("company_settings"."vat_number") <= 20 and "company_settings"."vat_number" = without_blank_ends("company_settings"."vat_number") and char_length("company_settings"."company_number") <= 20 and "company_settings"."company_number" = without_blank_ends("company_settings"."company_number") and char_length("company_settings"."email") <= 254 and "company_settings"."email" = without_blank_ends("company_settings"."email") and char_length("company_settings"."phone") <= 40 and "company_settings"."phone" = without_blank_ends("company_settings"."phone"));--> statement-breakpoint
ALTER TABLE "error_records" ADD CONSTRAINT "error_records_texts" CHECK (char_length("error_records"."error_type") <= 200 and char_length("error_records"."error_message") <= 2000 and char_length("error_records"."request_path") <= 500 and char_length("error_records"."stack") <= 8000);--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_texts" CHECK (char_length("idempotency_keys"."key") <= 255);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_texts" CHECK (char_length("orders"."shipping_address") <= 500 and "orders"."shipping_address" = without_blank_ends("orders"."shipping_address") and char_length("orders"."tracking_number") <= 100 and "orders"."tracking_number" = without_blank_ends("orders"."tracking_number"));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_texts" CHECK (char_length("products"."name") <= 120 and "products"."name" = without_blank_ends("products"."name") and char_length("products"."description") <= 2000 and cardinality("products"."color_options") <= 60 and char_length(array_to_string("products"."color_options", '')) <= 3600 and cardinality("products"."standard_louver_sizes") <= 60);--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_texts" CHECK (char_length("quote_items"."name") <= 80 and "quote_items"."name" = without_blank_ends("quote_items"."name") and char_length("quote_items"."shutter_type") <= 120 and "quote_items"."shutter_type" = without_blank_ends("quote_items"."shutter_type") and char_length("quote_items"."color_selection") <= 60 and "quote_items"."color_selection" = without_blank_ends("quote_items"."color_selection"));--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_texts" CHECK (char_length("quotes"."decline_reason") <= 500);--> statement-breakpoint
ALTER TABLE "remake_replies" ADD CONSTRAINT "remake_replies_texts" CHECK (char_length("remake_replies"."message") <= 5000);--> statement-breakpoint
ALTER TABLE "remakes" ADD CONSTRAINT "remakes_texts" CHECK (char_length("remakes"."reason") <= 5000);--> statement-breakpoint
ALTER TABLE "stripe_settings" ADD CONSTRAINT "stripe_settings_texts" CHECK (char_length("stripe_settings"."public_key") <= 500);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_texts" CHECK (char_length("users"."email") <= 254 and "users"."email" = without_blank_ends("users"."email") and char_length("users"."company_name") <= 120 and "users"."company_name" = without_blank_ends("users"."company_name") and char_length("users"."contact_name") <= 120 and "users"."contact_name" = without_blank_ends("users"."contact_name") and char_length("users"."address") <= 500 and "users"."address" = without_blank_ends("users"."address") and char_length("users"."approval_reason") <= 500);
--> statement-breakpoint
-- So that no handler can forget it, whoever gives a type its name.
CREATE FUNCTION "keep_product_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "product_names" ("product_id", "name") VALUES (NEW."id", NEW."name") ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "keep_product_name" AFTER INSERT OR UPDATE OF "name" ON "products" FOR EACH ROW EXECUTE FUNCTION "keep_product_name"();
--> statement-breakpoint
INSERT INTO "product_names" ("product_id", "name") SELECT "id", "name" FROM "products";
--> statement-breakpoint
-- The names of before, as the audit trail tells of them.
INSERT INTO "product_names" ("product_id", "name")
SELECT p."id", pg_temp.short(told."name", 120)
FROM "audit_entries" a
JOIN "products" p ON p."id" = a."target_id"
CROSS JOIN LATERAL (VALUES (a."before"->>'name'), (a."after"->>'name')) told ("name")
WHERE a."target_type" = 'products' AND told."name" IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The longest change that the contract allows is a third of this.
CREATE FUNCTION "audit_entries_are_bounded"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An audit entry says more than any change can' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_entries_are_bounded';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_are_bounded" BEFORE INSERT ON "audit_entries" FOR EACH ROW
WHEN (octet_length(NEW."before"::text) > 100000 OR octet_length(NEW."after"::text) > 100000)
EXECUTE FUNCTION "audit_entries_are_bounded"();
