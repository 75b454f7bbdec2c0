-- The options of a window are texts whose values a CHECK holds, so that a new choice or value needs no type (docs/decisions/011-window-fields-are-one-table.md).
-- One statement, so that the table is written anew once. The four types stay: a process of the version before names them where it
-- stores a quote, and goes on serving until it is restarted.
ALTER TABLE "quote_items"
  DROP CONSTRAINT "quote_items_counts",
  ALTER COLUMN "tilt_rod_type" SET DATA TYPE text,
  ALTER COLUMN "tilt_rod_type" SET DEFAULT 'center',
  ALTER COLUMN "number_of_mid_rails" SET DEFAULT 0,
  ALTER COLUMN "frame_type" SET DATA TYPE text,
  ALTER COLUMN "frame_type" SET DEFAULT 'l-frame',
  ALTER COLUMN "mount_type" SET DATA TYPE text,
  ALTER COLUMN "mount_type" SET DEFAULT 'inside',
  ALTER COLUMN "opening_direction" SET DATA TYPE text,
  ALTER COLUMN "opening_direction" SET DEFAULT 'left-hinge',
  ADD CONSTRAINT "quote_items_quantity" CHECK ("quote_items"."quantity" between 1 and 999),
  ADD CONSTRAINT "quote_items_frame_type" CHECK ("quote_items"."frame_type" in ('l-frame', 'z-frame', 't-post')),
  ADD CONSTRAINT "quote_items_mount_type" CHECK ("quote_items"."mount_type" in ('inside', 'outside')),
  ADD CONSTRAINT "quote_items_opening_direction" CHECK ("quote_items"."opening_direction" in ('left-hinge', 'right-hinge', 'bi-fold', 'bypass')),
  ADD CONSTRAINT "quote_items_tilt_rod_type" CHECK ("quote_items"."tilt_rod_type" in ('center', 'offset', 'hidden')),
  ADD CONSTRAINT "quote_items_number_of_mid_rails" CHECK ("quote_items"."number_of_mid_rails" between 0 and 20);
