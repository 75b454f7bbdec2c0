ALTER TABLE "client_notes" ADD COLUMN "remind_on" date;--> statement-breakpoint
ALTER TABLE "client_notes" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "client_notes_to_do" ON "client_notes" USING btree ("by_user_id","remind_on") WHERE "client_notes"."remind_on" is not null and "client_notes"."done_at" is null;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_done" CHECK ("client_notes"."done_at" is null or "client_notes"."remind_on" is not null);