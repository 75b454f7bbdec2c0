ALTER TABLE "quote_items" ADD COLUMN "make" jsonb;--> statement-breakpoint
ALTER TABLE "remake_windows" ADD COLUMN "make" jsonb;--> statement-breakpoint
ALTER TABLE "quote_items" ADD CONSTRAINT "quote_items_make" CHECK (coalesce(jsonb_typeof("quote_items"."make"->'panels') = 'array' and jsonb_typeof("quote_items"."make"->'parts') = 'array'
    and jsonb_array_length("quote_items"."make"->'panels') + jsonb_array_length("quote_items"."make"->'parts') between 1 and 200, "quote_items"."make" is null));--> statement-breakpoint
ALTER TABLE "remake_windows" ADD CONSTRAINT "remake_windows_make" CHECK (coalesce(jsonb_typeof("remake_windows"."make"->'panels') = 'array' and jsonb_typeof("remake_windows"."make"->'parts') = 'array'
    and jsonb_array_length("remake_windows"."make"->'panels') + jsonb_array_length("remake_windows"."make"->'parts') between 1 and 200, "remake_windows"."make" is null));