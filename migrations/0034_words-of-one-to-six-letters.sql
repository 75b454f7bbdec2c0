-- They are made anew at the end.
DROP INDEX "listed_jobs_words", "listed_words_going_on", "listed_remakes_words";
--> statement-breakpoint
ALTER TABLE "listed_jobs" ADD COLUMN "remade_in" integer[];
--> statement-breakpoint
DROP INDEX "listed_orders_late";
--> statement-breakpoint
CREATE INDEX "listed_orders_late" ON "listed_jobs" USING btree ("late_after","order_status","supplier_id","is_paid","ordered_at","due_on","order_id","company_id","user_id") WHERE "listed_jobs"."late_after" is not null;
--> statement-breakpoint
-- The index of words holds the one to six letters from each place of a line on, where it held the six: a word of less was looked for as what
-- begins with it, and to gather all that does took longer than the rest of a search. So each word is one entry, or several sixes where it is longer.
CREATE OR REPLACE FUNCTION "search_grams"("words" text, "company" integer, "quoted" timestamp with time zone, "valid" timestamp with time zone,
  "quote" quote_status, "unsettled" boolean, "placed" boolean, "order" integer, "ordered" timestamp with time zone, "due" date, "status" order_status,
  "paid" boolean, "invoice" integer) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  grams text[] := array_remove(ARRAY[chr(57344) || company, chr(57345) || floor(extract(epoch FROM quoted) / 604800),
    chr(57346) || floor(extract(epoch FROM valid) / 604800), chr(57347) || floor(extract(epoch FROM ordered) / 604800),
    chr(57348) || floor(extract(epoch FROM due) / 604800) + CASE WHEN due = '9999-12-31' THEN "order" >> 12 ELSE 0 END,
    chr(57349) || (invoice >> 12), chr(57350) || quote, chr(57351) || status, CASE WHEN "order" IS NOT NULL AND NOT paid THEN chr(57352) || 1 END,
    CASE WHEN unsettled THEN chr(57353) || 1 END, CASE WHEN placed THEN chr(57354) || 1 END], NULL);
  rest text := words;
  six text;
BEGIN
  FOR place IN 1 .. length(words) LOOP
    IF strpos(E' .,-/\n', left(rest, 1)) = 0 THEN
      six := split_part(left(rest, 6), E'\n', 1);
      FOR letters IN 1 .. length(six) LOOP grams := grams || left(six, letters); END LOOP;
    END IF;
    rest := substr(rest, 2);
  END LOOP;
  RETURN array_to_tsvector(grams);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "search_query"("typed" text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace(substr(t, place, 6), '\', '\\'), '''', '''''') || '''', ' & ')::tsquery
  FROM (SELECT ltrim(lower(typed), ' .,-/') AS t) asked, generate_series(1, greatest(length(t) - 5, least(length(t), 1))) place
  WHERE (place % 6 = 1 OR place = length(t) - 5) AND strpos(' .,-/', substr(t, place, 1)) = 0
$$;
--> statement-breakpoint
REINDEX INDEX "users_by_letters";
--> statement-breakpoint
REINDEX INDEX "companies_by_letters";
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
    EXISTS (SELECT 1 FROM remakes r WHERE r.order_id = o.id AND r.deleted_at IS NULL) AS is_remade, i.number AS invoice_number, i.tax_point AS taxed_on,
    q.final_total_pence AS total_pence, coalesce(o.supplier_id, 0) AS supplier_id,
    (SELECT array_agg(DISTINCT floor(extract(epoch FROM r.created_at) / 604800)::int) FROM remakes r WHERE r.order_id = o.id AND r.deleted_at IS NULL)
      AS remade_in
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
    false, NULL, NULL, 0, 0, NULL);
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
        order_status, ordered_at, due_on, late_after, words, order_words, is_remade, invoice_number, taxed_on, total_pence,
        supplier_id, remade_in) =
      (SELECT is_now.order_id, is_now.company_id, is_now.user_id, is_now.quote_status, is_now.quoted_at, is_now.valid_until,
        is_now.unanswered_since, is_now.is_unsettled, is_now.is_placed, is_now.is_paid, is_now.order_status, is_now.ordered_at, is_now.due_on,
        is_now.late_after, is_now.words, is_now.order_words, is_now.is_remade, is_now.invoice_number, is_now.taxed_on, is_now.total_pence,
        is_now.supplier_id, is_now.remade_in)
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
UPDATE "listed_jobs" SET "remade_in" = weeks.remade_in
  FROM (SELECT o.quote_id, array_agg(DISTINCT floor(extract(epoch FROM r.created_at) / 604800)::int) AS remade_in
    FROM remakes r JOIN orders o ON o.id = r.order_id WHERE r.deleted_at IS NULL AND o.deleted_at IS NULL GROUP BY 1) weeks
  WHERE weeks.quote_id = listed_jobs.quote_id;
--> statement-breakpoint
-- Marked by the weeks of its remakes too, so that a word that many have is looked for among the next of the list of remakes.
CREATE FUNCTION "search_weeks"("remade_in" integer[]) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(ARRAY(SELECT chr(57355) || week FROM unnest(remade_in) week))
$$;
--> statement-breakpoint
CREATE INDEX "listed_jobs_words" ON "listed_jobs" USING gin (search_grams(words || coalesce(E'\n' || order_words, ''), company_id, quoted_at,
  valid_until, quote_status, is_unsettled, is_placed, order_id, ordered_at, due_on, order_status, is_paid, invoice_number))
  WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX "listed_words_going_on" ON "listed_jobs" USING gin (search_grams(words || coalesce(E'\n' || order_words, ''), company_id, quoted_at,
  valid_until, quote_status, is_unsettled, is_placed, order_id, ordered_at, due_on, order_status, is_paid, invoice_number))
  WITH (fastupdate = off)
  WHERE quote_status <> 'accepted' OR order_status IS DISTINCT FROM 'completed' OR NOT is_paid;
--> statement-breakpoint
CREATE INDEX "listed_remakes_words" ON "listed_jobs" USING gin ((search_grams(words || coalesce(E'\n' || order_words, ''), company_id, quoted_at,
  valid_until, quote_status, is_unsettled, is_placed, order_id, ordered_at, due_on, order_status, is_paid, invoice_number) || search_weeks(remade_in)))
  WITH (fastupdate = off) WHERE is_remade;
