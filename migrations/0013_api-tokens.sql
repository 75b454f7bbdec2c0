CREATE TABLE "api_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_texts" CHECK (char_length("api_tokens"."name") <= 60 and "api_tokens"."name" = without_blank_ends("api_tokens"."name")),
	CONSTRAINT "api_tokens_scopes" CHECK ("api_tokens"."scopes" <@ array['quotes:read','quotes:write','orders:read','orders:write','remakes:read','remakes:write','invoices:read','workshop:read','workshop:write'] and cardinality("api_tokens"."scopes") > 0),
	CONSTRAINT "api_tokens_days" CHECK ("api_tokens"."expires_at" > "api_tokens"."created_at" and "api_tokens"."expires_at" <= "api_tokens"."created_at" + interval '366 days')
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_of_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_tokens_ending" ON "api_tokens" USING btree ("expires_at");