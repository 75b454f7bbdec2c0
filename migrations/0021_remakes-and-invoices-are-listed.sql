-- All rows are made anew at the end, and the indexes of the table with them.
TRUNCATE "listed_jobs";
--> statement-breakpoint
DROP INDEX "listed_jobs_words", "invoices_by_tax_point", "remakes_by_status";
--> statement-breakpoint
-- Those of the lists of before; and the newest orders of all come by their statuses, as the views do: PostgreSQL went through this index for what
-- is done, past all that is open.
DROP INDEX "quotes_newest", "quotes_by_status", "quotes_of_company_by_status", "quotes_of_user_by_status", "orders_newest", "orders_of_user",
  "listed_orders_newest";
--> statement-breakpoint
ALTER TABLE "listed_jobs" ADD COLUMN "is_remade" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "listed_jobs" ADD COLUMN "invoice_number" integer;
--> statement-breakpoint
ALTER TABLE "listed_jobs" ADD COLUMN "taxed_on" date;
--> statement-breakpoint
CREATE INDEX "invoices_by_tax_point" ON "invoices" USING btree ("tax_point","number");
--> statement-breakpoint
CREATE INDEX "remakes_by_status" ON "remakes" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "remakes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "listed_remakes_of_company" ON "listed_jobs" USING btree ("company_id") WHERE "listed_jobs"."is_remade";
--> statement-breakpoint
CREATE INDEX "listed_invoices" ON "listed_jobs" USING btree ("invoice_number" DESC NULLS LAST,"taxed_on") WHERE "listed_jobs"."invoice_number" is not null;
--> statement-breakpoint
CREATE INDEX "listed_invoices_of_company" ON "listed_jobs" USING btree ("company_id","invoice_number" DESC NULLS LAST,"taxed_on") WHERE "listed_jobs"."invoice_number" is not null;
--> statement-breakpoint
CREATE OR REPLACE VIEW "jobs_to_list" AS
  SELECT q.id AS quote_id, o.id AS order_id, q.company_id, q.user_id, q.status AS quote_status, q.created_at AS quoted_at, q.valid_until,
    CASE WHEN q.status = 'sent' THEN coalesce(q.sent_at, q.created_at) END AS unanswered_since,
    o.id IS NULL AND q.paid_at IS NULL AND q.status <> 'declined' AS is_unsettled, o.id IS NULL AND q.placed_at IS NOT NULL AS is_placed,
    q.paid_at IS NOT NULL AS is_paid, o.status AS order_status, o.created_at AS ordered_at,
    CASE WHEN o.id IS NOT NULL THEN coalesce(days.due_on, '9999-12-31') END AS due_on, days.late_after,
    search_words(q.job_name, q.po_number, coalesce(q.shipping_address, o.shipping_address), o.tracking_number) AS words,
    CASE WHEN o.shipping_address <> q.shipping_address
      THEN search_words(q.job_name, q.po_number, o.shipping_address, o.tracking_number) END AS order_words,
    EXISTS (SELECT 1 FROM remakes r WHERE r.order_id = o.id AND r.deleted_at IS NULL) AS is_remade, i.number AS invoice_number, i.tax_point AS taxed_on
  FROM quotes q LEFT JOIN orders o ON o.quote_id = q.id AND o.deleted_at IS NULL LEFT JOIN invoices i ON i.quote_id = q.id
    LEFT JOIN LATERAL (
      SELECT coalesce(planned, o.required_by) AS due_on, least(planned, o.required_by) AS late_after
      FROM (SELECT CASE WHEN o.status = 'shipped' THEN o.estimated_arrival ELSE o.shipping_date END AS planned) p
      WHERE o.status IN ('pending', 'processing', 'shipped')) days ON true
  WHERE q.deleted_at IS NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "list_job"("which" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  nothing constant listed_jobs := (which, NULL, 0, 0, 'draft', '-infinity', '-infinity', NULL, false, false, false, NULL, NULL, NULL, NULL, '', NULL,
    false, NULL, NULL);
  was listed_jobs;
  is_now listed_jobs;
BEGIN
  INSERT INTO listed_jobs SELECT (nothing).* ON CONFLICT DO NOTHING;
  SELECT * INTO was FROM listed_jobs WHERE quote_id = which FOR UPDATE;
  SELECT * INTO is_now FROM jobs_to_list WHERE quote_id = which;
  IF NOT FOUND THEN
    DELETE FROM listed_jobs WHERE quote_id = which;
    is_now := nothing;
  ELSIF was IS DISTINCT FROM is_now THEN
    UPDATE listed_jobs SET (order_id, company_id, user_id, quote_status, quoted_at, valid_until, unanswered_since, is_unsettled, is_placed, is_paid,
        order_status, ordered_at, due_on, late_after, words, order_words, is_remade, invoice_number, taxed_on) =
      (SELECT is_now.order_id, is_now.company_id, is_now.user_id, is_now.quote_status, is_now.quoted_at, is_now.valid_until,
        is_now.unanswered_since, is_now.is_unsettled, is_now.is_placed, is_now.is_paid, is_now.order_status, is_now.ordered_at, is_now.due_on,
        is_now.late_after, is_now.words, is_now.order_words, is_now.is_remade, is_now.invoice_number, is_now.taxed_on)
      WHERE quote_id = which;
  END IF;
  IF (was.quote_status, was.is_unsettled, was.quoted_at > '-infinity') IS DISTINCT FROM
    (is_now.quote_status, is_now.is_unsettled, is_now.quoted_at > '-infinity') THEN
    PERFORM add_to_quote_figures(-1, was);
    PERFORM add_to_quote_figures(1, is_now);
  END IF;
END
$$;
--> statement-breakpoint
DROP FUNCTION "search_grams"(text);
--> statement-breakpoint
-- What the index of words holds of a job: the six letters from each place of its lines on, fewer at a line's end (as before), and marks that begin
-- with a sign for private use, which nobody types: of its company, of the four weeks in which each of its days is, and of the 16,384 invoices
-- among which its own is. By them a word that many jobs have is looked for in one company alone, or among the next of a list.
CREATE FUNCTION "search_grams"("words" text, "company" integer, "quoted" timestamp with time zone, "valid" timestamp with time zone,
  "ordered" timestamp with time zone, "due" date, "invoice" integer) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  grams text[] := array_remove(ARRAY[chr(57344) || company, chr(57345) || floor(extract(epoch FROM quoted) / 2419200),
    chr(57346) || floor(extract(epoch FROM valid) / 2419200), chr(57347) || floor(extract(epoch FROM ordered) / 2419200),
    chr(57348) || floor(extract(epoch FROM due) / 2419200), chr(57349) || (invoice >> 14)], NULL);
  rest text := words;
BEGIN
  FOR place IN 1 .. length(words) LOOP
    IF strpos(E' .,-/\n', left(rest, 1)) = 0 THEN grams := grams || split_part(left(rest, 6), E'\n', 1); END IF;
    rest := substr(rest, 2);
  END LOOP;
  RETURN array_to_tsvector(grams);
END
$$;
--> statement-breakpoint
-- At once in the table and not later in a list of what waits, which each search would have to read through.
CREATE INDEX "listed_jobs_words" ON "listed_jobs" USING gin (search_grams(words || coalesce(E'\n' || order_words, ''), company_id, quoted_at,
  valid_until, ordered_at, due_on, invoice_number))
  WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "listed_remakes_words" ON "listed_jobs" USING gin (search_grams(words || coalesce(E'\n' || order_words, ''), company_id, quoted_at,
  valid_until, ordered_at, due_on, invoice_number))
  WITH (fastupdate = off) WHERE is_remade;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "list_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'quotes' AND TG_OP = 'INSERT' THEN
    -- Nobody else knows of it yet: there is nothing to lock, and no row to compare with.
    WITH listed AS (INSERT INTO listed_jobs SELECT * FROM jobs_to_list WHERE quote_id = NEW.id RETURNING *)
    INSERT INTO quote_figures (status, quotes, unsettled) SELECT quote_status, 1, is_unsettled::int FROM listed;
  ELSIF TG_TABLE_NAME = 'quotes' THEN
    PERFORM list_job(OLD.id);
  ELSIF TG_TABLE_NAME = 'invoices' THEN
    PERFORM list_job(NEW.quote_id);
  ELSIF TG_TABLE_NAME = 'remakes' THEN
    PERFORM list_job(quote_id) FROM orders WHERE id IN (OLD.order_id, NEW.order_id) ORDER BY quote_id;
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM list_job(OLD.quote_id); END IF;
    IF TG_OP <> 'DELETE' AND NEW.quote_id IS DISTINCT FROM OLD.quote_id THEN PERFORM list_job(NEW.quote_id); END IF;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "remakes_are_listed" AFTER INSERT OR DELETE OR UPDATE OF "order_id", "deleted_at" ON "remakes"
FOR EACH ROW EXECUTE FUNCTION "list_changed"();
--> statement-breakpoint
-- An invoice is neither changed nor deleted.
CREATE TRIGGER "invoices_are_listed" AFTER INSERT ON "invoices" FOR EACH ROW EXECUTE FUNCTION "list_changed"();
--> statement-breakpoint
-- Everything anew, for the owner after a restore. All wait until it is done. The indexes are made again at the end: to put each row into all of
-- them, and each of its grams, took many times as long.
CREATE OR REPLACE FUNCTION "rebuild_listed_jobs"() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made record;
  indexes text[];
BEGIN
  LOCK TABLE listed_jobs IN ACCESS EXCLUSIVE MODE;
  PERFORM pg_advisory_xact_lock(7184354);
  indexes := ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'listed_jobs'::regclass AND NOT indisprimary);
  FOR made IN SELECT indexrelid::regclass AS name FROM pg_index WHERE indrelid = 'listed_jobs'::regclass AND NOT indisprimary LOOP
    EXECUTE format('DROP INDEX %s', made.name);
  END LOOP;
  TRUNCATE listed_jobs;
  DELETE FROM quote_figures;
  INSERT INTO listed_jobs SELECT * FROM jobs_to_list;
  INSERT INTO quote_figures (status, quotes, unsettled)
    SELECT quote_status, count(*), count(*) FILTER (WHERE is_unsettled) FROM listed_jobs GROUP BY quote_status;
  FOR place IN 1 .. cardinality(indexes) LOOP EXECUTE indexes[place]; END LOOP;
END
$$;
--> statement-breakpoint
SELECT rebuild_listed_jobs();
