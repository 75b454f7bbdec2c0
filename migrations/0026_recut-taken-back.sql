ALTER TABLE "workshop_events" DROP CONSTRAINT "workshop_events_kind";--> statement-breakpoint
ALTER TABLE "recut_parts" ADD COLUMN "done_by_user_id" integer;--> statement-breakpoint
ALTER TABLE "recuts" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD COLUMN "cut_received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD COLUMN "assembled_received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD COLUMN "finished_received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD COLUMN "packed_received_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workshop_events" ADD COLUMN "recut_id" integer;--> statement-breakpoint
ALTER TABLE "recut_parts" ADD CONSTRAINT "recut_parts_done_by_user_id_users_id_fk" FOREIGN KEY ("done_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workshop_events" ADD CONSTRAINT "workshop_events_recut_id_recuts_id_fk" FOREIGN KEY ("recut_id") REFERENCES "public"."recuts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recut_parts" ADD CONSTRAINT "recut_parts_done_by_hand" CHECK ("recut_parts"."done_by_user_id" is null or "recut_parts"."done_at" is not null);--> statement-breakpoint
ALTER TABLE "workshop_events" ADD CONSTRAINT "workshop_events_recut" CHECK (("workshop_events"."kind" in ('recut-deleted', 'recut-undone')) = ("workshop_events"."recut_id" is not null));--> statement-breakpoint
ALTER TABLE "workshop_events" ADD CONSTRAINT "workshop_events_kind" CHECK ("workshop_events"."kind" in ('undone', 'measures', 'make', 'recut-deleted', 'recut-undone'));