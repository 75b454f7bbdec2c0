CREATE TABLE "parcel_pieces" (
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"piece" smallint NOT NULL,
	"parcel_id" integer NOT NULL,
	CONSTRAINT "parcel_pieces_once" PRIMARY KEY("order_id","item_id","piece")
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parcels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"n" smallint NOT NULL,
	"kg" numeric(9, 1) NOT NULL,
	"shipping_date" date NOT NULL,
	"carrier" "carrier",
	"tracking_number" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer NOT NULL,
	"emailed_at" timestamp (3) with time zone,
	CONSTRAINT "parcels_of_order" UNIQUE("order_id","n"),
	CONSTRAINT "parcels_with_order" UNIQUE("id","order_id"),
	CONSTRAINT "parcels_texts" CHECK (char_length("parcels"."tracking_number") <= 100 and "parcels"."tracking_number" = without_blank_ends("parcels"."tracking_number")),
	CONSTRAINT "parcels_count_from_one" CHECK ("parcels"."n" >= 1),
	CONSTRAINT "parcels_weigh_something" CHECK ("parcels"."kg" >= 0)
);
--> statement-breakpoint
ALTER TABLE "parcel_pieces" ADD CONSTRAINT "parcel_pieces_of_parcel" FOREIGN KEY ("parcel_id","order_id") REFERENCES "public"."parcels"("id","order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_pieces" ADD CONSTRAINT "parcel_pieces_of_window" FOREIGN KEY ("item_id") REFERENCES "public"."quote_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_pieces_of_parcel" ON "parcel_pieces" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "parcel_pieces_of_item" ON "parcel_pieces" USING btree ("item_id");--> statement-breakpoint
CREATE TRIGGER parcel_pieces_are_of_their_order BEFORE INSERT OR UPDATE OF order_id, item_id, piece ON parcel_pieces FOR EACH ROW EXECUTE FUNCTION piece_is_of_the_order();
