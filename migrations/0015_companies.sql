-- What a company is and may do moves from its people's accounts to a row of its own. A company's id is the lowest of its accounts' ids.
CREATE TYPE "public"."company_kind" AS ENUM('customer', 'supplier', 'office');--> statement-breakpoint
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY NOT NULL,
	"kind" "company_kind" NOT NULL,
	"name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (lower("companies"."name")) STORED NOT NULL,
	"address" text,
	"referral_code" text NOT NULL,
	"approval_status" "approval_status" NOT NULL,
	"approval_reason" text,
	"approval_decided_at" timestamp (3) with time zone,
	"approval_decided_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_referral_code_unique" UNIQUE("referral_code"),
	CONSTRAINT "companies_texts" CHECK (char_length("companies"."name") <= 120 and "companies"."name" = without_blank_ends("companies"."name") and char_length("companies"."address") <= 500 and "companies"."address" = without_blank_ends("companies"."address") and char_length("companies"."approval_reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "former_referral_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_name" text GENERATED ALWAYS AS (lower("users"."contact_name")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "may_order" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "may_manage" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "joined_at" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
-- Suppliers of one name share a company, and so do the staff; case and blank ends make no other name. A customer's account is a company
-- each, and so is an account that was deleted and blanked: its name says nothing.
UPDATE "users" SET "joined_at" = "created_at", "company_id" = shared."id"
FROM (
  SELECT "id" AS "user_id", min("id") OVER (PARTITION BY CASE
    WHEN "role" = 'customer' OR "email" LIKE 'deleted-%@deleted.invalid' THEN 'alone ' || "id"
    ELSE CASE WHEN "role" = 'supplier' THEN 'supplier ' ELSE 'office ' END || lower(without_blank_ends("company_name"))
  END) AS "id" FROM "users"
) shared WHERE shared."user_id" = "users"."id";--> statement-breakpoint
UPDATE "users" SET "last_seen_at" = seen."at"
FROM (SELECT "user_id", max("last_seen_at") AS "at" FROM "sessions" WHERE "impersonator_id" IS NULL GROUP BY "user_id") seen
WHERE seen."user_id" = "users"."id";--> statement-breakpoint
INSERT INTO "companies" ("id", "kind", "name", "address", "referral_code", "approval_status", "approval_reason", "approval_decided_at", "approval_decided_by", "created_at")
SELECT "id", (CASE "role" WHEN 'customer' THEN 'customer' WHEN 'supplier' THEN 'supplier' ELSE 'office' END)::"company_kind",
  "company_name", "address", "referral_code", "approval_status", "approval_reason", "approval_decided_at", "approval_decided_by", "created_at"
FROM "users" WHERE "id" = "company_id";--> statement-breakpoint
INSERT INTO "former_referral_codes" ("code", "company_id") SELECT "referral_code", "company_id" FROM "users" WHERE "id" <> "company_id";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "company_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_of_company" UNIQUE("id","company_id");--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "company_id" integer;--> statement-breakpoint
UPDATE "orders" SET "company_id" = "users"."company_id" FROM "users" WHERE "users"."id" = "orders"."user_id";--> statement-breakpoint
UPDATE "quotes" SET "company_id" = "users"."company_id" FROM "users" WHERE "users"."id" = "quotes"."user_id";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "company_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "company_id" SET NOT NULL;--> statement-breakpoint
-- A referral is of companies. A company that was brought is a customer's, whose id is its founder's.
ALTER TABLE "referrals" DROP CONSTRAINT "referrals_referred_user_id_unique";--> statement-breakpoint
ALTER TABLE "referrals" DROP CONSTRAINT "referrals_referrer_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "referrals" DROP CONSTRAINT "referrals_referred_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "referrals" RENAME COLUMN "referrer_id" TO "referrer_company_id";--> statement-breakpoint
ALTER TABLE "referrals" RENAME COLUMN "referred_user_id" TO "referred_company_id";--> statement-breakpoint
UPDATE "referrals" SET "referrer_company_id" = "users"."company_id" FROM "users"
WHERE "users"."id" = "referrals"."referrer_company_id" AND "users"."company_id" <> "users"."id";--> statement-breakpoint
UPDATE "referrals" SET "referred_company_id" = "users"."company_id" FROM "users"
WHERE "users"."id" = "referrals"."referred_company_id" AND "users"."company_id" <> "users"."id";--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_company_id_unique" UNIQUE("referred_company_id");--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_texts";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "search_names";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "company_name";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "address";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "referral_code";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "approval_status";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "approval_reason";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "approval_decided_at";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "approval_decided_by";--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_approval_decided_by_users_id_fk" FOREIGN KEY ("approval_decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_referral_codes" ADD CONSTRAINT "former_referral_codes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_person_of_company" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_person_of_company" FOREIGN KEY ("user_id","company_id") REFERENCES "public"."users"("id","company_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_company_id_companies_id_fk" FOREIGN KEY ("referrer_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_company_id_companies_id_fk" FOREIGN KEY ("referred_company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("kind","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "companies_by_name" ON "companies" USING btree ("kind","search_name","id");--> statement-breakpoint
CREATE INDEX "users_of_company_newest" ON "users" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "orders_of_company" ON "orders" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "quotes_of_company" ON "quotes" USING btree ("company_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "quotes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "quotes_of_company_by_status" ON "quotes" USING btree ("company_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "quotes"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_right_of_customers" CHECK ("users"."role" = 'customer' or ("users"."may_order" and "users"."may_manage"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_texts" CHECK (char_length("users"."email") <= 254 and "users"."email" = without_blank_ends("users"."email") and char_length("users"."contact_name") <= 120 and "users"."contact_name" = without_blank_ends("users"."contact_name"));--> statement-breakpoint
-- As migration 0005: the index for names and e-mails, which went with the columns.
DO $$
BEGIN
  CREATE INDEX "users_names" ON "users" USING gin ("contact_name" gin_trgm_ops, "email" gin_trgm_ops);
  CREATE INDEX "companies_names" ON "companies" USING gin ("name" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'Searches will read all companies and users: %', SQLERRM;
END $$;
