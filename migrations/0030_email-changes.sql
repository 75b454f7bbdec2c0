CREATE TABLE "email_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"confirm_hash" text NOT NULL,
	"stop_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "email_changes_confirm_hash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "email_changes_stop_hash_unique" UNIQUE("stop_hash"),
	CONSTRAINT "email_changes_texts" CHECK (char_length("email_changes"."old_email") <= 254 and "email_changes"."old_email" = without_blank_ends("email_changes"."old_email") and char_length("email_changes"."new_email") <= 254 and "email_changes"."new_email" = without_blank_ends("email_changes"."new_email")),
	CONSTRAINT "email_changes_differ" CHECK (lower("email_changes"."old_email") <> lower("email_changes"."new_email")),
	CONSTRAINT "email_changes_course" CHECK ("email_changes"."confirmed_at" is null
        or "email_changes"."replaced_at" is null and "email_changes"."confirmed_at" between "email_changes"."created_at" and "email_changes"."created_at" + interval '24 hours')
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_open" ON "email_changes" USING btree ("user_id") WHERE "email_changes"."confirmed_at" is null and "email_changes"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "email_changes_of_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_former" ON "email_changes" USING btree (lower("old_email")) WHERE "email_changes"."confirmed_at" is not null;