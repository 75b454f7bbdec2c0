CREATE TABLE "order_pieces" (
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"piece" smallint NOT NULL,
	"cut_at" timestamp (3) with time zone,
	"cut_by" integer,
	"assembled_at" timestamp (3) with time zone,
	"assembled_by" integer,
	"finished_at" timestamp (3) with time zone,
	"finished_by" integer,
	"packed_at" timestamp (3) with time zone,
	"packed_by" integer,
	CONSTRAINT "order_pieces_order_id_item_id_piece_pk" PRIMARY KEY("order_id","item_id","piece"),
	CONSTRAINT "order_pieces_in_order" CHECK (num_nonnulls("order_pieces"."cut_at") >= num_nonnulls("order_pieces"."assembled_at") and num_nonnulls("order_pieces"."assembled_at") >= num_nonnulls("order_pieces"."finished_at")
        and num_nonnulls("order_pieces"."finished_at") >= num_nonnulls("order_pieces"."packed_at")),
	CONSTRAINT "order_pieces_by_somebody" CHECK (num_nonnulls("order_pieces"."cut_at", "order_pieces"."cut_by") <> 1 and num_nonnulls("order_pieces"."assembled_at", "order_pieces"."assembled_by") <> 1
        and num_nonnulls("order_pieces"."finished_at", "order_pieces"."finished_by") <> 1 and num_nonnulls("order_pieces"."packed_at", "order_pieces"."packed_by") <> 1)
);
--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_item_id_quote_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."quote_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_cut_by_users_id_fk" FOREIGN KEY ("cut_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_assembled_by_users_id_fk" FOREIGN KEY ("assembled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_finished_by_users_id_fk" FOREIGN KEY ("finished_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_pieces" ADD CONSTRAINT "order_pieces_packed_by_users_id_fk" FOREIGN KEY ("packed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_pieces_of_item" ON "order_pieces" USING btree ("item_id");
--> statement-breakpoint
-- A piece is of its order's own windows, and there are as many as were ordered.
CREATE FUNCTION "piece_is_of_the_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM orders o JOIN quote_items i ON i.quote_id = o.quote_id
    WHERE o.id = NEW.order_id AND i.id = NEW.item_id AND NEW.piece BETWEEN 1 AND i.quantity;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'order % has no piece % of item %', NEW.order_id, NEW.piece, NEW.item_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_pieces_of_the_order';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "pieces_are_of_their_order" BEFORE INSERT OR UPDATE OF "order_id", "item_id", "piece" ON "order_pieces"
FOR EACH ROW EXECUTE FUNCTION "piece_is_of_the_order"();
