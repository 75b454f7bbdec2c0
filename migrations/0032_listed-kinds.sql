CREATE TABLE "listed_kinds" (
	"quote_id" integer NOT NULL,
	"shutter_type" text NOT NULL,
	"louver_size_mm" integer NOT NULL,
	"color_selection" text NOT NULL,
	"order_id" integer NOT NULL,
	"due_on" date NOT NULL,
	"late_after" date,
	"supplier_id" integer NOT NULL,
	"windows" integer NOT NULL,
	"shutters" integer NOT NULL,
	"louvres" bigint NOT NULL,
	"area_milli_m2" bigint NOT NULL,
	CONSTRAINT "listed_kinds_of_order" PRIMARY KEY("order_id","shutter_type","louver_size_mm","color_selection")
);
--> statement-breakpoint
CREATE INDEX "listed_kinds_by_type" ON "listed_kinds" USING btree ("shutter_type","due_on","order_id","color_selection","louver_size_mm","supplier_id","late_after");--> statement-breakpoint
CREATE INDEX "listed_kinds_by_color" ON "listed_kinds" USING btree ("color_selection","due_on","order_id","louver_size_mm","supplier_id","late_after");--> statement-breakpoint
CREATE INDEX "listed_kinds_by_louver" ON "listed_kinds" USING btree ("louver_size_mm","due_on","order_id","supplier_id","late_after");--> statement-breakpoint
CREATE INDEX "listed_kinds_by_supplier" ON "listed_kinds" USING btree ("supplier_id","due_on","order_id","late_after");--> statement-breakpoint
CREATE INDEX "listed_orders_overtaken" ON "listed_jobs" USING btree ("order_status","due_on","order_id") WHERE "listed_jobs"."late_after" < "listed_jobs"."due_on";
--> statement-breakpoint
-- Of the orders that are still to be made, as the rows of the lists and the windows are now.
CREATE VIEW "kinds_to_list" AS
  SELECT j.quote_id, i.shutter_type, i.louver_size_mm, i.color_selection, j.order_id, j.due_on, j.late_after, j.supplier_id,
    count(*)::int AS windows, sum(i.quantity)::int AS shutters, coalesce(sum(i.louvres * i.quantity), 0) AS louvres,
    sum(i.area_milli_m2::bigint * i.quantity)::bigint AS area_milli_m2
  FROM listed_jobs j JOIN quote_items i ON i.quote_id = j.quote_id
  WHERE j.order_status IN ('pending', 'processing')
  GROUP BY j.quote_id, i.shutter_type, i.louver_size_mm, i.color_selection;
--> statement-breakpoint
-- A row of the lists is locked by who changes it, and by who changes its windows: of two at the same moment the second one sees what the first has done.
CREATE FUNCTION "list_kinds_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  job listed_jobs;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE listed_kinds;
  ELSIF TG_TABLE_NAME = 'listed_jobs' THEN
    DELETE FROM listed_kinds WHERE order_id IN (OLD.order_id, NEW.order_id);
    INSERT INTO listed_kinds SELECT * FROM kinds_to_list WHERE quote_id = NEW.quote_id;
  ELSE
    FOR job IN SELECT * FROM listed_jobs WHERE quote_id IN (SELECT quote_id FROM changed) ORDER BY quote_id FOR UPDATE LOOP
      CONTINUE WHEN job.order_id IS NULL OR job.order_status NOT IN ('pending', 'processing');
      DELETE FROM listed_kinds WHERE order_id = job.order_id;
      INSERT INTO listed_kinds SELECT * FROM kinds_to_list WHERE quote_id = job.quote_id;
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "new_kinds_are_listed" AFTER INSERT ON "listed_jobs" FOR EACH ROW
WHEN (NEW.order_status IN ('pending', 'processing')) EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
CREATE TRIGGER "old_kinds_are_listed" AFTER DELETE ON "listed_jobs" FOR EACH ROW
WHEN (OLD.order_status IN ('pending', 'processing')) EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
CREATE TRIGGER "kinds_are_listed" AFTER UPDATE ON "listed_jobs" FOR EACH ROW
WHEN ((OLD.order_id, OLD.due_on, OLD.late_after, OLD.supplier_id, coalesce(OLD.order_status IN ('pending', 'processing'), false)) IS DISTINCT FROM
  (NEW.order_id, NEW.due_on, NEW.late_after, NEW.supplier_id, coalesce(NEW.order_status IN ('pending', 'processing'), false)))
EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
CREATE TRIGGER "no_kinds_are_listed" AFTER TRUNCATE ON "listed_jobs" FOR EACH STATEMENT EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
CREATE TRIGGER "new_windows_are_listed" AFTER INSERT ON "quote_items" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
CREATE TRIGGER "old_windows_are_listed" AFTER DELETE ON "quote_items" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
CREATE TRIGGER "windows_are_listed" AFTER UPDATE ON "quote_items" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "list_kinds_changed"();
--> statement-breakpoint
INSERT INTO "listed_kinds" SELECT * FROM "kinds_to_list";
