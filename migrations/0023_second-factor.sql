CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash"),
	CONSTRAINT "recovery_codes_hash" CHECK (char_length("recovery_codes"."code_hash") = 43)
);
--> statement-breakpoint
CREATE TABLE "totp_apps" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret_sealed" text,
	"active_since" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"waiting_sealed" text,
	"waiting_since" timestamp (3) with time zone,
	CONSTRAINT "totp_apps_active" CHECK (("totp_apps"."secret_sealed" is null) = ("totp_apps"."active_since" is null)),
	CONSTRAINT "totp_apps_waiting" CHECK (("totp_apps"."waiting_sealed" is null) = ("totp_apps"."waiting_since" is null)),
	CONSTRAINT "totp_apps_some" CHECK ("totp_apps"."secret_sealed" is not null or "totp_apps"."waiting_sealed" is not null)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_recovered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "awaits_factor_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_apps" ADD CONSTRAINT "totp_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;