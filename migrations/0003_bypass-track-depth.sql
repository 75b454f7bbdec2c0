ALTER TABLE "order_measures" ADD COLUMN "track_depth_mm" smallint DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD COLUMN "track_depth_mm" smallint DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_measures" ADD CONSTRAINT "order_measures_track_depth" CHECK ("order_measures"."track_depth_mm" between 40 and 400);--> statement-breakpoint
ALTER TABLE "workshop_settings" ADD CONSTRAINT "workshop_settings_track_depth" CHECK ("workshop_settings"."track_depth_mm" between 40 and 400);