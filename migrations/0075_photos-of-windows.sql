CREATE TABLE "window_photos" (
	"quote_item_id" integer NOT NULL,
	"n" smallint NOT NULL,
	"for_workshop" boolean DEFAULT false NOT NULL,
	"storage_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "window_photos_quote_item_id_n_pk" PRIMARY KEY("quote_item_id","n"),
	CONSTRAINT "window_photos_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "window_photos_n" CHECK ("window_photos"."n" between 1 and 4)
);
--> statement-breakpoint
ALTER TABLE "window_photos" ADD CONSTRAINT "window_photos_quote_item_id_quote_items_id_fk" FOREIGN KEY ("quote_item_id") REFERENCES "public"."quote_items"("id") DEFERRABLE INITIALLY DEFERRED;