CREATE TABLE "listed_jobs" (
	"quote_id" integer PRIMARY KEY NOT NULL,
	"order_id" integer,
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"quote_status" "quote_status" NOT NULL,
	"quoted_at" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone NOT NULL,
	"unanswered_since" timestamp (3) with time zone,
	"is_unsettled" boolean NOT NULL,
	"is_placed" boolean NOT NULL,
	"is_paid" boolean NOT NULL,
	"order_status" "order_status",
	"ordered_at" timestamp (3) with time zone,
	"due_on" date,
	"late_after" date,
	"words" text NOT NULL,
	"order_words" text
);
--> statement-breakpoint
CREATE TABLE "quote_figures" (
	"status" "quote_status" NOT NULL,
	"quotes" integer NOT NULL,
	"unsettled" integer NOT NULL
);
--> statement-breakpoint
-- What a thing is found by besides its number and names (rule O6): a line for each, in small letters, blanks in a row as one. A postcode and a
-- tracking number stand there without their spaces too.
CREATE FUNCTION "search_words"("job" text, "po" text, "address" text, "tracking" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat_ws(E'\n', t.job, t.po, t.address,
    (SELECT string_agg(found[1] || found[2], E'\n') FROM regexp_matches(t.address, '\m([a-z]{1,2}[0-9][a-z0-9]?) ?([0-9][a-z]{2})\M', 'g') found),
    t.tracking, nullif(replace(t.tracking, ' ', ''), t.tracking))
  FROM (SELECT lower(regexp_replace(job, '\s+', ' ', 'g')) AS job, lower(regexp_replace(po, '\s+', ' ', 'g')) AS po,
    lower(regexp_replace(address, '\s+', ' ', 'g')) AS address, lower(regexp_replace(tracking, '\s+', ' ', 'g')) AS tracking) t
$$;
--> statement-breakpoint
-- The six letters from each place of these lines on, fewer at a line's end: who looks for up to six letters looks for what begins with them,
-- who looks for more finds where several sixes are, which are few (docs/decisions/003-lists-are-plain-queries.md).
CREATE FUNCTION "search_grams"("words" text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(coalesce(array_agg(substr(line, place, 6)), '{}'))
  FROM unnest(string_to_array(words, E'\n')) line, generate_series(1, length(line)) place
  WHERE strpos(' .,-/', substr(line, place, 1)) = 0
$$;
--> statement-breakpoint
-- What those grams must hold where the lines hold what was typed. Null, which finds nothing, where nothing but blanks and dashes was typed.
CREATE FUNCTION "search_query"("typed" text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace(substr(t, place, 6), '\', '\\'), '''', '''''') || '''' || CASE WHEN length(t) < 6 THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM (SELECT ltrim(lower(typed), ' .,-/') AS t) asked, generate_series(1, greatest(length(t) - 5, least(length(t), 1))) place
  WHERE (place % 6 = 1 OR place = length(t) - 5) AND strpos(' .,-/', substr(t, place, 1)) = 0
$$;
--> statement-breakpoint
-- A quote with its order, as their rows are now.
CREATE VIEW "jobs_to_list" AS
  SELECT q.id AS quote_id, o.id AS order_id, q.company_id, q.user_id, q.status AS quote_status, q.created_at AS quoted_at, q.valid_until,
    CASE WHEN q.status = 'sent' THEN coalesce(q.sent_at, q.created_at) END AS unanswered_since,
    o.id IS NULL AND q.paid_at IS NULL AND q.status <> 'declined' AS is_unsettled, o.id IS NULL AND q.placed_at IS NOT NULL AS is_placed,
    q.paid_at IS NOT NULL AS is_paid, o.status AS order_status, o.created_at AS ordered_at,
    CASE WHEN o.id IS NOT NULL THEN coalesce(days.due_on, '9999-12-31') END AS due_on, days.late_after,
    search_words(q.job_name, q.po_number, coalesce(q.shipping_address, o.shipping_address), o.tracking_number) AS words,
    CASE WHEN o.shipping_address <> q.shipping_address
      THEN search_words(q.job_name, q.po_number, o.shipping_address, o.tracking_number) END AS order_words
  FROM quotes q LEFT JOIN orders o ON o.quote_id = q.id AND o.deleted_at IS NULL
    LEFT JOIN LATERAL (
      SELECT coalesce(planned, o.required_by) AS due_on, least(planned, o.required_by) AS late_after
      FROM (SELECT CASE WHEN o.status = 'shipped' THEN o.estimated_arrival ELSE o.shipping_date END AS planned) p
      WHERE o.status IN ('pending', 'processing', 'shipped')) days ON true
  WHERE q.deleted_at IS NULL;
--> statement-breakpoint
CREATE FUNCTION "add_to_quote_figures"("sign" integer, "job" "listed_jobs") RETURNS void LANGUAGE sql AS $$
  INSERT INTO quote_figures (status, quotes, unsettled)
    SELECT job.quote_status, sign, sign * job.is_unsettled::int WHERE job.quoted_at > '-infinity'
$$;
--> statement-breakpoint
-- The row is locked first, so that of two changes at the same moment the second one sees what the first has done (as in recount_order).
CREATE FUNCTION "list_job"("which" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  nothing constant listed_jobs := (which, NULL, 0, 0, 'draft', '-infinity', '-infinity', NULL, false, false, false, NULL, NULL, NULL, NULL, '', NULL);
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
        order_status, ordered_at, due_on, late_after, words, order_words) =
      (SELECT is_now.order_id, is_now.company_id, is_now.user_id, is_now.quote_status, is_now.quoted_at, is_now.valid_until,
        is_now.unanswered_since, is_now.is_unsettled, is_now.is_placed, is_now.is_paid, is_now.order_status, is_now.ordered_at, is_now.due_on,
        is_now.late_after, is_now.words, is_now.order_words)
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
CREATE FUNCTION "list_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'quotes' THEN
    PERFORM list_job(coalesce(NEW.id, OLD.id));
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM list_job(OLD.quote_id); END IF;
    IF TG_OP <> 'DELETE' AND NEW.quote_id IS DISTINCT FROM OLD.quote_id THEN PERFORM list_job(NEW.quote_id); END IF;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- After those that count (triggers of one event fire by their names): of an order's two kept rows each change takes the counted one first.
CREATE TRIGGER "quotes_are_listed" AFTER INSERT OR DELETE OR UPDATE OF "company_id", "user_id", "status", "job_name", "po_number", "shipping_address",
  "placed_at", "sent_at", "paid_at", "valid_until", "created_at", "deleted_at" ON "quotes" FOR EACH ROW EXECUTE FUNCTION "list_changed"();
--> statement-breakpoint
CREATE TRIGGER "orders_are_listed" AFTER INSERT OR DELETE OR UPDATE OF "quote_id", "status", "shipping_address", "shipping_date", "estimated_arrival",
  "required_by", "tracking_number", "created_at", "deleted_at" ON "orders" FOR EACH ROW EXECUTE FUNCTION "list_changed"();
--> statement-breakpoint
-- Everything anew, for an operator after a restore. Changes wait until it is done.
CREATE FUNCTION "rebuild_listed_jobs"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE listed_jobs IN SHARE ROW EXCLUSIVE MODE;
  PERFORM pg_advisory_xact_lock(7184354);
  DELETE FROM listed_jobs;
  DELETE FROM quote_figures;
  INSERT INTO listed_jobs SELECT * FROM jobs_to_list;
  INSERT INTO quote_figures (status, quotes, unsettled)
    SELECT quote_status, count(*), count(*) FILTER (WHERE is_unsettled) FROM listed_jobs GROUP BY quote_status;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "list_all_jobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rebuild_listed_jobs();
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "no_quotes_are_listed" AFTER TRUNCATE ON "quotes" FOR EACH STATEMENT EXECUTE FUNCTION "list_all_jobs"();
--> statement-breakpoint
CREATE TRIGGER "no_orders_are_listed" AFTER TRUNCATE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION "list_all_jobs"();
--> statement-breakpoint
-- One at a time with each other; writers go on, for what they add later is on top of what is committed now.
CREATE FUNCTION "fold_quote_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7184354);
  WITH gone AS (DELETE FROM quote_figures RETURNING *)
  INSERT INTO quote_figures (status, quotes, unsettled) SELECT status, sum(quotes), sum(unsettled) FROM gone GROUP BY status;
END
$$;
--> statement-breakpoint
SELECT rebuild_listed_jobs();
--> statement-breakpoint
-- After the rows: to put each of them into all indexes took several times as long.
CREATE UNIQUE INDEX "listed_orders" ON "listed_jobs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "listed_orders_newest" ON "listed_jobs" USING btree ("ordered_at" DESC NULLS LAST,"order_id" DESC NULLS LAST) WHERE "listed_jobs"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "listed_orders_by_status" ON "listed_jobs" USING btree ("order_status","ordered_at" DESC NULLS LAST,"order_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_orders_by_due" ON "listed_jobs" USING btree ("order_status","due_on","order_id");--> statement-breakpoint
CREATE INDEX "listed_orders_of_company" ON "listed_jobs" USING btree ("company_id","order_status","ordered_at" DESC NULLS LAST,"order_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_orders_of_company_by_due" ON "listed_jobs" USING btree ("company_id","order_status","due_on","order_id");--> statement-breakpoint
CREATE INDEX "listed_orders_late" ON "listed_jobs" USING btree ("late_after") WHERE "listed_jobs"."late_after" is not null;--> statement-breakpoint
CREATE INDEX "listed_orders_late_of_company" ON "listed_jobs" USING btree ("company_id","late_after") WHERE "listed_jobs"."late_after" is not null;--> statement-breakpoint
CREATE INDEX "listed_orders_unpaid" ON "listed_jobs" USING btree ("order_status","ordered_at" DESC NULLS LAST,"order_id" DESC NULLS LAST) WHERE not "listed_jobs"."is_paid" and "listed_jobs"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "listed_orders_unpaid_by_due" ON "listed_jobs" USING btree ("order_status","due_on","order_id") WHERE not "listed_jobs"."is_paid" and "listed_jobs"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "listed_orders_unpaid_of_company" ON "listed_jobs" USING btree ("company_id","order_status") WHERE not "listed_jobs"."is_paid" and "listed_jobs"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "listed_orders_of_person" ON "listed_jobs" USING btree ("user_id","ordered_at" DESC NULLS LAST,"order_id" DESC NULLS LAST) WHERE "listed_jobs"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "listed_quotes_of_person" ON "listed_jobs" USING btree ("user_id","quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_quotes_newest" ON "listed_jobs" USING btree ("quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_quotes_by_expiry" ON "listed_jobs" USING btree ("valid_until","quote_id");--> statement-breakpoint
CREATE INDEX "listed_quotes_by_status" ON "listed_jobs" USING btree ("quote_status","quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_quotes_by_status_and_expiry" ON "listed_jobs" USING btree ("quote_status","valid_until","quote_id");--> statement-breakpoint
CREATE INDEX "listed_quotes_of_company" ON "listed_jobs" USING btree ("company_id","quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_quotes_of_company_by_status" ON "listed_jobs" USING btree ("company_id","quote_status","quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_quotes_of_company_by_expiry" ON "listed_jobs" USING btree ("company_id","valid_until","quote_id");--> statement-breakpoint
CREATE INDEX "listed_quotes_unsettled" ON "listed_jobs" USING btree ("quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST) WHERE "listed_jobs"."is_unsettled";--> statement-breakpoint
CREATE INDEX "listed_quotes_unsettled_by_expiry" ON "listed_jobs" USING btree ("valid_until","quote_id") WHERE "listed_jobs"."is_unsettled";--> statement-breakpoint
CREATE INDEX "listed_quotes_unsettled_of_company" ON "listed_jobs" USING btree ("company_id","valid_until","quote_id") WHERE "listed_jobs"."is_unsettled";--> statement-breakpoint
CREATE INDEX "listed_quotes_placed" ON "listed_jobs" USING btree ("quoted_at" DESC NULLS LAST,"quote_id" DESC NULLS LAST) WHERE "listed_jobs"."is_placed";--> statement-breakpoint
CREATE INDEX "listed_quotes_placed_of_company" ON "listed_jobs" USING btree ("company_id") WHERE "listed_jobs"."is_placed";--> statement-breakpoint
CREATE INDEX "remakes_by_status" ON "remakes" USING btree ("status","order_id") WHERE "remakes"."deleted_at" is null;
--> statement-breakpoint
-- At once in the table and not later in a list of what waits, which each search would have to read through.
CREATE INDEX "listed_jobs_words" ON "listed_jobs" USING gin (search_grams(words || coalesce(E'\n' || order_words, ''))) WITH (fastupdate = off);
