CREATE TABLE "first_invitations" (
	"company_id" integer NOT NULL,
	"email_hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_invitations_company_id_email_hash_pk" PRIMARY KEY("company_id","email_hash")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_right_of_customers";--> statement-breakpoint
ALTER TABLE "first_invitations" ADD CONSTRAINT "first_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_rights" CHECK ("users"."role" = 'customer' or ("users"."may_order" and ("users"."may_manage" or "users"."role" = 'supplier')));--> statement-breakpoint
INSERT INTO "first_invitations" ("company_id", "email_hash", "at")
SELECT "users"."company_id", encode(sha256(convert_to(lower("users"."email"), 'UTF8')), 'hex'), min("invitations"."created_at")
FROM "invitations" JOIN "users" ON "users"."id" = "invitations"."user_id" GROUP BY 1, 2;
