CREATE TABLE "retail_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retail_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quote_id" integer NOT NULL,
	"link_id" integer NOT NULL,
	"customer_name" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"text" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"answered_by" integer,
	"answer" text,
	CONSTRAINT "retail_questions_texts" CHECK (char_length("retail_questions"."customer_name") <= 120 and "retail_questions"."text" <> '' and char_length("retail_questions"."text") <= 2000 and "retail_questions"."answer" <> '' and char_length("retail_questions"."answer") <= 2000),
	CONSTRAINT "retail_questions_answer" CHECK (num_nulls("retail_questions"."answered_at", "retail_questions"."answered_by", "retail_questions"."answer") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "retail_links" DROP CONSTRAINT "retail_links_texts";--> statement-breakpoint
ALTER TABLE "retail_links" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "retail_questions" ADD CONSTRAINT "retail_questions_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_questions" ADD CONSTRAINT "retail_questions_link_id_retail_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."retail_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_questions" ADD CONSTRAINT "retail_questions_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retail_questions_of_quote" ON "retail_questions" USING btree ("quote_id","id");--> statement-breakpoint
CREATE INDEX "retail_questions_of_link" ON "retail_questions" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "retail_questions_unanswered" ON "retail_questions" USING btree ("quote_id") WHERE "retail_questions"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "retail_links" ADD CONSTRAINT "retail_links_texts" CHECK (char_length("retail_links"."reason") <= 500 and char_length("retail_links"."sent_to") <= 254 and char_length("retail_links"."accepted_name") <= 120 and char_length("retail_links"."accepted_email") <= 254 and char_length("retail_links"."accepted_browser") <= 500 and "retail_links"."token_hash" ~ '^[0-9a-f]{64}$' and "retail_links"."snapshot_hash" ~ '^[0-9a-f]{64}$');