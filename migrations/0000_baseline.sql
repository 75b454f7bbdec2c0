CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
SET LOCAL check_function_bodies = false;
--> statement-breakpoint
CREATE TYPE allocation_kind AS ENUM (
    'allocated',
    'refunded',
    'withdrawn'
);
--> statement-breakpoint
CREATE TYPE approval_status AS ENUM (
    'pending',
    'approved',
    'rejected',
    'suspended'
);
--> statement-breakpoint
CREATE TYPE carrier AS ENUM (
    'royal_mail',
    'parcelforce',
    'dpd',
    'dhl',
    'ups',
    'fedex',
    'evri',
    'apc',
    'tuffnells',
    'dx',
    'own_van'
);
--> statement-breakpoint
CREATE TYPE company_kind AS ENUM (
    'customer',
    'supplier',
    'office'
);
--> statement-breakpoint
CREATE TYPE error_severity AS ENUM (
    'info',
    'warning',
    'error',
    'critical'
);
--> statement-breakpoint
CREATE TYPE error_status AS ENUM (
    'new',
    'investigating',
    'resolved'
);
--> statement-breakpoint
CREATE TYPE export_format AS ENUM (
    'xero',
    'sage50'
);
--> statement-breakpoint
CREATE TYPE frame_type AS ENUM (
    'l-frame',
    'z-frame',
    't-post'
);
--> statement-breakpoint
CREATE TYPE invoice_kind AS ENUM (
    'invoice',
    'credit_note'
);
--> statement-breakpoint
CREATE TYPE mount_type AS ENUM (
    'inside',
    'outside'
);
--> statement-breakpoint
CREATE TYPE opening_direction AS ENUM (
    'left-hinge',
    'right-hinge',
    'bi-fold',
    'bypass'
);
--> statement-breakpoint
CREATE TYPE order_status AS ENUM (
    'draft',
    'pending',
    'processing',
    'shipped',
    'delivered',
    'completed',
    'cancelled'
);
--> statement-breakpoint
CREATE TYPE payment_method AS ENUM (
    'card',
    'bank_transfer'
);
--> statement-breakpoint
CREATE TYPE quote_status AS ENUM (
    'draft',
    'sent',
    'accepted',
    'declined'
);
--> statement-breakpoint
CREATE TYPE refund_status AS ENUM (
    'requested',
    'pending',
    'succeeded',
    'failed',
    'canceled'
);
--> statement-breakpoint
CREATE TYPE remake_fault AS ENUM (
    'damaged_in_transit',
    'wrong_size',
    'wrong_colour',
    'wrong_side',
    'missing_part',
    'warped',
    'mechanism',
    'measuring_error',
    'other'
);
--> statement-breakpoint
CREATE TYPE remake_status AS ENUM (
    'pending',
    'approved',
    'denied',
    'in_progress',
    'completed'
);
--> statement-breakpoint
CREATE TYPE reminder_kind AS ENUM (
    'before',
    'week_after',
    'fortnight_after'
);
--> statement-breakpoint
CREATE TYPE role AS ENUM (
    'customer',
    'supplier',
    'admin',
    'super_admin'
);
--> statement-breakpoint
CREATE TYPE tilt_rod_type AS ENUM (
    'center',
    'offset',
    'hidden'
);
--> statement-breakpoint
CREATE FUNCTION are_surcharges(given jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((jsonb_array_length(given) <= 20) AND (NOT (EXISTS (SELECT FROM jsonb_array_elements(are_surcharges.given) one(value) WHERE (NOT COALESCE((((one.value ->> 'field'::text) <> ''::text) AND ((one.value ->> 'value'::text) <> ''::text) AND (char_length((one.value ->> 'value'::text)) <= 60) AND ((((one.value ->> 'amountPence'::text))::bigint >= 1) AND (((one.value ->> 'amountPence'::text))::bigint <= 1000000)) AND ((one.value ->> 'per'::text) = ANY (ARRAY['window'::text, 'shutter'::text, 'post'::text]))), false))))));
--> statement-breakpoint
CREATE FUNCTION audit_entries_are_bounded() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'An audit entry says more than any change can' USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_entries_are_bounded';
END
$$;
--> statement-breakpoint
CREATE FUNCTION audit_entries_are_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'Audit entries are never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION bookkeeping_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'What went to the bookkeeping is never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION invoices_are_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'An issued invoice is never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TABLE remake_windows (
    remake_id integer NOT NULL,
    quote_item_id integer NOT NULL,
    pieces smallint NOT NULL,
    mark_x_mm smallint,
    mark_y_mm smallint,
    CONSTRAINT remake_windows_mark CHECK ((((mark_x_mm IS NULL) = (mark_y_mm IS NULL)) AND ((mark_x_mm >= 0) AND (mark_x_mm <= 10000)) AND ((mark_y_mm >= 0) AND (mark_y_mm <= 10000)))),
    CONSTRAINT remake_windows_pieces CHECK ((pieces BETWEEN 1 AND 999))
);
--> statement-breakpoint
CREATE FUNCTION is_of_remakes_order("window" remake_windows, of_order integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  SELECT EXISTS (
    SELECT FROM "orders" o JOIN "quote_items" i ON i."quote_id" = o."quote_id"
    WHERE o."id" = "of_order" AND i."id" = "window"."quote_item_id" AND "window"."pieces" <= i."quantity"
      AND coalesce("window"."mark_x_mm", 0) * 10 <= i."width_tenth_mm" AND coalesce("window"."mark_y_mm", 0) * 10 <= i."height_tenth_mm"
  )
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'A row of the ledger is never changed or deleted' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE FUNCTION lengths_in_a_window(given integer[]) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN ((array_ndims(given) = 1) AND (cardinality(given) <= 20) AND (array_position(given, NULL::integer) IS NULL) AND (1 <= ALL (given)) AND (10000 >= ALL (given))) THEN (SELECT (sum(each.each))::integer AS sum FROM unnest(lengths_in_a_window.given) each(each)) ELSE 0 END;
--> statement-breakpoint
CREATE FUNCTION piece_is_of_the_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION remake_windows_are_the_orders() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_TABLE_NAME = 'remakes' THEN
    IF NOT EXISTS (SELECT FROM "remake_windows" w WHERE w."remake_id" = NEW."id" AND NOT "is_of_remakes_order"(w, NEW."order_id")) THEN
      RETURN NEW;
    END IF;
  ELSIF "is_of_remakes_order"(NEW, (SELECT r."order_id" FROM "remakes" r WHERE r."id" = NEW."remake_id")) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A remake asks for windows of its own order, at most as often as they were ordered, and marks places on them'
    USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'remake_windows_are_the_orders';
END
$$;
--> statement-breakpoint
CREATE FUNCTION retail_facts(snapshot text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN jsonb_set((snapshot)::jsonb, '{windows}'::text[], (SELECT COALESCE(jsonb_agg((windows.shown - 'drawing'::text) ORDER BY windows.place), '[]'::jsonb) AS "coalesce" FROM jsonb_array_elements(((retail_facts.snapshot)::jsonb -> 'windows'::text)) WITH ORDINALITY windows(shown, place)));
--> statement-breakpoint
CREATE FUNCTION rises_in_a_window(given integer[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((array_ndims(given) = 1) AND (array_lower(given, 1) = 1) AND (cardinality(given) <= 20) AND (array_position(given, NULL::integer) IS NULL) AND ((given)[1] >= 1) AND ((given)[cardinality(given)] <= 10000) AND (NOT (EXISTS (SELECT FROM generate_subscripts(rises_in_a_window.given, 1) place(place) WHERE ((place.place > 1) AND ((rises_in_a_window.given)[place.place] <= (rises_in_a_window.given)[(place.place - 1)]))))));
--> statement-breakpoint
CREATE FUNCTION search_words(job text, po text, address text, tracking text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT concat_ws(E'\n', t.job, t.po, t.address,
    (SELECT string_agg(found[1] || found[2], E'\n') FROM regexp_matches(t.address, '\m([a-z]{1,2}[0-9][a-z0-9]?) ?([0-9][a-z]{2})\M', 'g') found),
    t.tracking, nullif(replace(t.tracking, ' ', ''), t.tracking))
  FROM (SELECT lower(regexp_replace(job, '\s+', ' ', 'g')) AS job, lower(regexp_replace(po, '\s+', ' ', 'g')) AS po,
    lower(regexp_replace(address, '\s+', ' ', 'g')) AS address, lower(regexp_replace(tracking, '\s+', ' ', 'g')) AS tracking) t
$$;
--> statement-breakpoint
CREATE FUNCTION surcharges_come_to(charged jsonb) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT CASE WHEN (bool_and(COALESCE((((one.value ->> 'text'::text) <> ''::text) AND (((one.value ->> 'amountPence'::text))::bigint > 0)), false)) IS NOT FALSE) THEN (COALESCE(sum(((one.value ->> 'amountPence'::text))::bigint), (0)::numeric))::bigint ELSE NULL::bigint END AS "case" FROM jsonb_array_elements(surcharges_come_to.charged) one(value));
--> statement-breakpoint
CREATE FUNCTION windows_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM "quotes" WHERE "id" = OLD."quote_id" AND "status" <> 'draft') THEN
    RAISE EXCEPTION 'The windows of a quote that is no draft stay' USING ERRCODE = 'check_violation', CONSTRAINT = 'quote_items_stay';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE FUNCTION without_blank_ends(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN btrim(given, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
--> statement-breakpoint
CREATE TABLE account_checkout_lines (
    checkout_id integer NOT NULL,
    number integer NOT NULL,
    amount_pence bigint NOT NULL,
    CONSTRAINT account_checkout_lines_amount CHECK ((amount_pence > 0))
);
--> statement-breakpoint
CREATE TABLE account_checkouts (
    id integer NOT NULL,
    company_id integer NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE account_checkouts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account_checkouts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE allocations (
    id integer NOT NULL,
    payment_id integer NOT NULL,
    number integer NOT NULL,
    kind allocation_kind NOT NULL,
    amount_pence bigint NOT NULL,
    refund_id integer,
    dispute_id integer,
    by_user_id integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT allocations_kinds CHECK (((amount_pence <> 0) AND ((kind = 'refunded'::allocation_kind) = (refund_id IS NOT NULL)) AND ((kind = 'withdrawn'::allocation_kind) = (dispute_id IS NOT NULL))))
);
--> statement-breakpoint
ALTER TABLE allocations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME allocations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE audit_entries (
    id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    actor_id integer,
    actor_email text,
    actor_role role,
    on_behalf_of_id integer,
    on_behalf_of_email text,
    on_behalf_of_role role,
    action text NOT NULL,
    target_type text NOT NULL,
    target_id integer,
    before jsonb,
    after jsonb,
    ip inet
);
--> statement-breakpoint
ALTER TABLE audit_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE bar_plan_bars (
    plan_id integer NOT NULL,
    bar integer NOT NULL,
    profile smallint NOT NULL,
    offcut_id integer,
    length_tenth_mm integer NOT NULL,
    left_tenth_mm integer NOT NULL,
    pieces jsonb NOT NULL,
    sawn_at timestamp(3) with time zone,
    sawn_by integer,
    left_out integer[] DEFAULT '{}'::integer[] NOT NULL,
    cut jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT bar_plan_bars_by_somebody CHECK ((num_nonnulls(sawn_at, sawn_by) <> 1))
);
--> statement-breakpoint
CREATE TABLE bar_plan_orders (
    plan_id integer NOT NULL,
    order_id integer NOT NULL,
    fingerprint text NOT NULL
);
--> statement-breakpoint
CREATE TABLE bar_plans (
    id integer NOT NULL,
    company_id integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    created_by integer NOT NULL,
    profiles jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE bar_plans ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME bar_plans_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE bookkeeping_documents (
    export_id integer NOT NULL,
    number integer NOT NULL,
    is_first boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE bookkeeping_exports (
    id integer NOT NULL,
    format export_format NOT NULL,
    from_day date NOT NULL,
    to_day date NOT NULL,
    invoices integer NOT NULL,
    credit_notes integer NOT NULL,
    invoices_file text NOT NULL,
    credit_notes_file text NOT NULL,
    created_by integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    customers_file text,
    receipts_file text,
    CONSTRAINT bookkeeping_exports_days CHECK ((from_day <= to_day)),
    CONSTRAINT bookkeeping_exports_of_something CHECK ((LEAST(invoices, credit_notes) >= 0))
);
--> statement-breakpoint
ALTER TABLE bookkeeping_exports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME bookkeeping_exports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE bookkeeping_receipts (
    id integer NOT NULL,
    export_id integer NOT NULL,
    payment_id integer NOT NULL,
    refund_id integer,
    is_first boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE bookkeeping_receipts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME bookkeeping_receipts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE checkout_sessions (
    id text NOT NULL,
    quote_id integer,
    amount_pence bigint NOT NULL,
    url text NOT NULL,
    open boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    checkout_id integer,
    user_id integer,
    is_pending boolean DEFAULT false NOT NULL,
    is_closed_by_us boolean DEFAULT false NOT NULL,
    CONSTRAINT checkout_sessions_for_one CHECK ((num_nonnulls(quote_id, checkout_id) = 1))
);
--> statement-breakpoint
CREATE TABLE client_notes (
    id integer NOT NULL,
    company_id integer NOT NULL,
    by_user_id integer NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT client_notes_texts CHECK ((char_length(text) <= 2000))
);
--> statement-breakpoint
ALTER TABLE client_notes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME client_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE companies (
    id integer NOT NULL,
    kind company_kind NOT NULL,
    name text NOT NULL,
    search_name text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
    address text,
    referral_code text NOT NULL,
    approval_status approval_status NOT NULL,
    approval_reason text,
    approval_decided_at timestamp(3) with time zone,
    approval_decided_by integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    phone text,
    discount_hundredths integer DEFAULT 0 NOT NULL,
    payment_days integer DEFAULT 0 NOT NULL,
    credit_limit_pence bigint,
    accounts_name text,
    CONSTRAINT companies_terms CHECK (((discount_hundredths BETWEEN 0 AND 6000) AND (payment_days = ANY (ARRAY[0, 7, 14, 30, 60])) AND ((credit_limit_pence >= 0) AND (credit_limit_pence <= 1000000000)))),
    CONSTRAINT companies_texts CHECK (((char_length(name) <= 120) AND (name = without_blank_ends(name)) AND (char_length(address) <= 500) AND (address = without_blank_ends(address)) AND (char_length(phone) <= 40) AND (phone = without_blank_ends(phone)) AND (char_length(approval_reason) <= 500) AND (char_length(accounts_name) <= 100) AND (accounts_name = without_blank_ends(accounts_name))))
);
--> statement-breakpoint
CREATE TABLE company_settings (
    id integer DEFAULT 1 NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    vat_number text NOT NULL,
    company_number text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    direct_orders boolean DEFAULT false NOT NULL,
    bank_name text DEFAULT ''::text NOT NULL,
    sort_code text DEFAULT ''::text NOT NULL,
    account_number text DEFAULT ''::text NOT NULL,
    reminders boolean DEFAULT false NOT NULL,
    xero_account text DEFAULT '200'::text NOT NULL,
    xero_tax_type text DEFAULT '20% (VAT on Income)'::text NOT NULL,
    sage_nominal text DEFAULT '4000'::text NOT NULL,
    sage_tax_code text DEFAULT 'T1'::text NOT NULL,
    mail_invoices boolean DEFAULT true NOT NULL,
    CONSTRAINT company_settings_bank CHECK (((sort_code ~ '^([0-9]{6})?$'::text) AND (account_number ~ '^([0-9]{8})?$'::text))),
    CONSTRAINT company_settings_one_row CHECK ((id = 1)),
    CONSTRAINT company_settings_texts CHECK (((char_length(name) <= 120) AND (name = without_blank_ends(name)) AND (char_length(address) <= 500) AND (address = without_blank_ends(address)) AND (char_length(vat_number) <= 20) AND (vat_number = without_blank_ends(vat_number)) AND (char_length(company_number) <= 20) AND (company_number = without_blank_ends(company_number)) AND (char_length(email) <= 254) AND (email = without_blank_ends(email)) AND (char_length(phone) <= 40) AND (phone = without_blank_ends(phone)) AND (char_length(bank_name) <= 60) AND (bank_name = without_blank_ends(bank_name)) AND (char_length(xero_account) <= 60) AND (xero_account = without_blank_ends(xero_account)) AND (char_length(xero_tax_type) <= 60) AND (xero_tax_type = without_blank_ends(xero_tax_type)) AND (char_length(sage_nominal) <= 60) AND (sage_nominal = without_blank_ends(sage_nominal)) AND (char_length(sage_tax_code) <= 60) AND (sage_tax_code = without_blank_ends(sage_tax_code))))
);
--> statement-breakpoint
CREATE TABLE dispute_movements (
    id integer NOT NULL,
    dispute_id integer NOT NULL,
    company_id integer,
    amount_pence bigint NOT NULL,
    moved_on date NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT dispute_movements_amount CHECK ((amount_pence <> 0))
);
--> statement-breakpoint
ALTER TABLE dispute_movements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME dispute_movements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE disputes (
    id integer NOT NULL,
    stripe_dispute_id text NOT NULL,
    payment_id integer NOT NULL,
    company_id integer,
    amount_pence bigint NOT NULL,
    withdrawn_pence bigint DEFAULT 0 NOT NULL,
    status text NOT NULL,
    opened_on date NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT disputes_texts CHECK ((char_length(status) <= 200)),
    CONSTRAINT disputes_withdrawn CHECK (((withdrawn_pence >= 0) AND (withdrawn_pence <= amount_pence)))
);
--> statement-breakpoint
ALTER TABLE disputes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME disputes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE documents_to_mail (
    number integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE error_records (
    id integer NOT NULL,
    fingerprint text NOT NULL,
    error_type text NOT NULL,
    error_message text NOT NULL,
    request_path text NOT NULL,
    severity error_severity NOT NULL,
    status error_status DEFAULT 'new'::error_status NOT NULL,
    stack text,
    user_id integer,
    request_id text,
    count integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT error_records_texts CHECK (((char_length(error_type) <= 200) AND (char_length(error_message) <= 2000) AND (char_length(request_path) <= 500) AND (char_length(stack) <= 8000)))
);
--> statement-breakpoint
ALTER TABLE error_records ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME error_records_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE first_invitations (
    company_id integer NOT NULL,
    email_hash text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT first_invitations_hash CHECK ((char_length(email_hash) = 64))
);
--> statement-breakpoint
CREATE TABLE former_referral_codes (
    code text NOT NULL,
    company_id integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE idempotency_keys (
    user_id integer NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status smallint NOT NULL,
    reply jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    known_until timestamp(3) with time zone DEFAULT (now() + '24:00:00'::interval) NOT NULL,
    claim_id uuid,
    claimed_until timestamp(3) with time zone,
    CONSTRAINT idempotency_keys_texts CHECK ((char_length(key) <= 255))
);
--> statement-breakpoint
CREATE TABLE invitations (
    user_id integer NOT NULL,
    token_hash text NOT NULL,
    invited_by integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE invoice_balances (
    number integer NOT NULL,
    quote_id integer NOT NULL,
    company_id integer NOT NULL,
    gross_pence bigint NOT NULL,
    due_on date NOT NULL,
    credited_pence bigint DEFAULT 0 NOT NULL,
    credit_waiting_pence bigint DEFAULT 0 NOT NULL,
    paid_pence bigint DEFAULT 0 NOT NULL,
    is_disputed boolean DEFAULT false NOT NULL,
    owed_pence bigint GENERATED ALWAYS AS (((gross_pence - credited_pence) - paid_pence)) STORED NOT NULL,
    CONSTRAINT invoice_balances_within_gross CHECK (((LEAST(credited_pence, credit_waiting_pence, paid_pence) >= 0) AND ((credited_pence + credit_waiting_pence) <= gross_pence) AND ((paid_pence + credited_pence) <= gross_pence)))
);
--> statement-breakpoint
CREATE TABLE invoice_counter (
    id integer DEFAULT 1 NOT NULL,
    last_number integer NOT NULL,
    CONSTRAINT invoice_counter_one_row CHECK (((id = 1) AND (last_number >= 0)))
);
--> statement-breakpoint
CREATE TABLE invoices (
    number integer NOT NULL,
    quote_id integer NOT NULL,
    order_id integer,
    payment_id integer,
    tax_point date NOT NULL,
    issued_at timestamp(3) with time zone NOT NULL,
    snapshot jsonb NOT NULL,
    company_id integer NOT NULL,
    net_pence bigint NOT NULL,
    vat_pence bigint NOT NULL,
    gross_pence bigint NOT NULL,
    kind invoice_kind DEFAULT 'invoice'::invoice_kind NOT NULL,
    due_on date,
    credits integer,
    reason text,
    refund_id integer,
    CONSTRAINT invoices_gross_is_the_sum CHECK (((gross_pence = (net_pence + vat_pence)) AND (net_pence >= 0) AND (vat_pence >= 0))),
    CONSTRAINT invoices_kinds CHECK (
CASE kind
    WHEN 'invoice'::invoice_kind THEN ((num_nonnulls(credits, reason, refund_id) = 0) AND (due_on >= tax_point))
    ELSE ((num_nonnulls(credits, reason) = 2) AND (num_nonnulls(due_on, payment_id) = 0) AND (credits < number))
END),
    CONSTRAINT invoices_number_positive CHECK ((number > 0)),
    CONSTRAINT invoices_texts CHECK ((char_length(reason) <= 500))
);
--> statement-breakpoint
CREATE TABLE notifications (
    id integer NOT NULL,
    user_id integer NOT NULL,
    type text NOT NULL,
    title text NOT NULL,
    message text NOT NULL,
    related_id integer,
    read_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE notifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME notifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE offcuts (
    id integer NOT NULL,
    company_id integer NOT NULL,
    section text NOT NULL,
    height_tenth_mm integer,
    material text NOT NULL,
    color text,
    length_tenth_mm integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    from_plan_id integer,
    from_bar integer,
    gone_at timestamp(3) with time zone,
    CONSTRAINT offcuts_from_a_bar CHECK ((num_nonnulls(from_plan_id, from_bar) <> 1)),
    CONSTRAINT offcuts_length CHECK ((length_tenth_mm BETWEEN 500 AND 120000)),
    CONSTRAINT offcuts_texts CHECK (((char_length(section) <= 20) AND (char_length(material) <= 120) AND (char_length(color) <= 60)))
);
--> statement-breakpoint
ALTER TABLE offcuts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME offcuts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE order_hands (
    order_id integer NOT NULL,
    company_id integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE order_messages (
    id integer NOT NULL,
    order_id integer NOT NULL,
    user_id integer NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_messages_texts CHECK ((char_length(message) <= 2000))
);
--> statement-breakpoint
ALTER TABLE order_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME order_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE order_pieces (
    order_id integer NOT NULL,
    item_id integer NOT NULL,
    piece smallint NOT NULL,
    cut_at timestamp(3) with time zone,
    cut_by integer,
    assembled_at timestamp(3) with time zone,
    assembled_by integer,
    finished_at timestamp(3) with time zone,
    finished_by integer,
    packed_at timestamp(3) with time zone,
    packed_by integer,
    CONSTRAINT order_pieces_by_somebody CHECK (((num_nonnulls(cut_at, cut_by) <> 1) AND (num_nonnulls(assembled_at, assembled_by) <> 1) AND (num_nonnulls(finished_at, finished_by) <> 1) AND (num_nonnulls(packed_at, packed_by) <> 1))),
    CONSTRAINT order_pieces_in_order CHECK (((num_nonnulls(cut_at) >= num_nonnulls(assembled_at)) AND (num_nonnulls(assembled_at) >= num_nonnulls(finished_at)) AND (num_nonnulls(finished_at) >= num_nonnulls(packed_at))))
);
--> statement-breakpoint
CREATE TABLE order_status_changes (
    id integer NOT NULL,
    order_id integer NOT NULL,
    from_status order_status,
    to_status order_status NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    by_user_id integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE order_status_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME order_status_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE orders (
    id integer NOT NULL,
    quote_id integer NOT NULL,
    user_id integer NOT NULL,
    status order_status DEFAULT 'pending'::order_status NOT NULL,
    shipping_address text NOT NULL,
    shipping_date date,
    estimated_arrival date,
    tracking_number text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    remake_id integer,
    required_by date,
    company_id integer NOT NULL,
    supplier_id integer,
    carrier carrier,
    told_status order_status,
    told_tracking text,
    total_pence bigint NOT NULL,
    is_paid boolean NOT NULL,
    job_name text,
    po_number text,
    windows integer NOT NULL,
    shutters integer NOT NULL,
    area_milli_m2 bigint NOT NULL,
    maker_id integer GENERATED ALWAYS AS (COALESCE(supplier_id, 0)) STORED NOT NULL,
    due_on date GENERATED ALWAYS AS (COALESCE(
CASE
    WHEN (status = 'shipped'::order_status) THEN COALESCE(estimated_arrival, required_by)
    WHEN (status = ANY (ARRAY['pending'::order_status, 'processing'::order_status])) THEN COALESCE(shipping_date, required_by)
    ELSE NULL::date
END, '9999-12-31'::date)) STORED NOT NULL,
    late_after date GENERATED ALWAYS AS (
CASE
    WHEN (status = 'shipped'::order_status) THEN LEAST(estimated_arrival, required_by)
    WHEN (status = ANY (ARRAY['pending'::order_status, 'processing'::order_status])) THEN LEAST(shipping_date, required_by)
    ELSE NULL::date
END) STORED,
    words text GENERATED ALWAYS AS (search_words(job_name, po_number, shipping_address, tracking_number)) STORED NOT NULL,
    taken_at timestamp(3) with time zone,
    moved_at timestamp(3) with time zone,
    customer_name text,
    site_address text,
    customer_words text GENERATED ALWAYS AS (search_words(customer_name, NULL::text, site_address, NULL::text)) STORED NOT NULL,
    notified_shipping_date date,
    notified_arrival date,
    CONSTRAINT orders_arrive_after_shipping CHECK ((estimated_arrival >= shipping_date)),
    CONSTRAINT orders_taken_by_somebody CHECK (((taken_at IS NULL) OR (supplier_id IS NOT NULL))),
    CONSTRAINT orders_texts CHECK (((char_length(shipping_address) <= 500) AND (shipping_address = without_blank_ends(shipping_address)) AND (char_length(tracking_number) <= 100) AND (tracking_number = without_blank_ends(tracking_number)) AND (char_length(told_tracking) <= 120) AND (char_length(job_name) <= 120) AND (job_name = without_blank_ends(job_name)) AND (char_length(po_number) <= 60) AND (po_number = without_blank_ends(po_number)) AND (char_length(customer_name) <= 120) AND (customer_name = without_blank_ends(customer_name)) AND (char_length(site_address) <= 500) AND (site_address = without_blank_ends(site_address))))
);
--> statement-breakpoint
ALTER TABLE orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE password_resets (
    token_hash text NOT NULL,
    user_id integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE payment_attempts (
    id integer NOT NULL,
    quote_id integer NOT NULL,
    outcome text NOT NULL,
    reason text,
    at timestamp(3) with time zone NOT NULL,
    stripe_id text NOT NULL,
    CONSTRAINT payment_attempts_outcome CHECK ((outcome = ANY (ARRAY['failed'::text, 'abandoned'::text]))),
    CONSTRAINT payment_attempts_texts CHECK ((char_length(reason) <= 2000))
);
--> statement-breakpoint
ALTER TABLE payment_attempts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME payment_attempts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE payments (
    id integer NOT NULL,
    quote_id integer,
    stripe_session_id text,
    stripe_payment_intent_id text,
    amount_pence bigint NOT NULL,
    currency text DEFAULT 'gbp'::text NOT NULL,
    live boolean DEFAULT true NOT NULL,
    settles boolean NOT NULL,
    refunded_pence bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    company_id integer,
    method payment_method DEFAULT 'card'::payment_method NOT NULL,
    checkout_id integer,
    is_held boolean DEFAULT false NOT NULL,
    received_on date NOT NULL,
    reference text,
    recorded_by integer,
    applied_pence bigint DEFAULT 0 NOT NULL,
    waiting_pence bigint DEFAULT 0 NOT NULL,
    waiting_noted_pence bigint DEFAULT 0 NOT NULL,
    withdrawn_pence bigint DEFAULT 0 NOT NULL,
    voided_at timestamp(3) with time zone,
    voided_by integer,
    void_reason text,
    unallocated_pence bigint GENERATED ALWAYS AS (
CASE
    WHEN (voided_at IS NULL) THEN (((amount_pence - applied_pence) - refunded_pence) - withdrawn_pence)
    ELSE (0)::bigint
END) STORED NOT NULL,
    CONSTRAINT payments_amount CHECK ((amount_pence > 0)),
    CONSTRAINT payments_held CHECK (((NOT is_held) OR (settles AND (quote_id IS NOT NULL)))),
    CONSTRAINT payments_of_stripe CHECK (((method = 'card'::payment_method) = (stripe_session_id IS NOT NULL))),
    CONSTRAINT payments_texts CHECK (((char_length(reference) <= 140) AND (reference = without_blank_ends(reference)) AND (char_length(void_reason) <= 500))),
    CONSTRAINT payments_voided CHECK ((((voided_at IS NULL) = (void_reason IS NULL)) AND ((voided_at IS NULL) = (voided_by IS NULL)) AND ((voided_at IS NULL) OR ((method = 'bank_transfer'::payment_method) AND (applied_pence = 0) AND (refunded_pence = 0) AND (waiting_pence = 0) AND (NOT is_held))))),
    CONSTRAINT payments_within_amount CHECK (((LEAST(applied_pence, refunded_pence, waiting_pence, waiting_noted_pence, withdrawn_pence) >= 0) AND ((((applied_pence + refunded_pence) + withdrawn_pence) + waiting_pence) <= amount_pence) AND (waiting_noted_pence <= applied_pence)))
);
--> statement-breakpoint
ALTER TABLE payments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME payments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE price_changes (
    id integer NOT NULL,
    product_id integer NOT NULL,
    from_pence integer,
    to_pence integer NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    by_user_id integer NOT NULL,
    plan_id integer,
    first_day date,
    CONSTRAINT price_changes_ahead CHECK ((((plan_id IS NULL) = (first_day IS NULL)) AND ((first_day IS NULL) OR (from_pence IS NULL)))),
    CONSTRAINT price_changes_positive CHECK ((to_pence > 0))
);
--> statement-breakpoint
ALTER TABLE price_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME price_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE price_plans (
    id integer NOT NULL,
    first_day date NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    created_by integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE price_plans ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME price_plans_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE product_names (
    product_id integer NOT NULL,
    name text NOT NULL
);
--> statement-breakpoint
CREATE TABLE products (
    id integer NOT NULL,
    name text NOT NULL,
    description text,
    base_price_per_m2_pence integer NOT NULL,
    standard_louver_sizes integer[] NOT NULL,
    color_options text[] NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    archived_at timestamp(3) with time zone,
    widest_panel_mm smallint,
    supplier_id integer,
    deduction_mm smallint,
    price_since date DEFAULT '2000-01-01'::date NOT NULL,
    lead_weeks smallint,
    density_kg_m3 smallint,
    finish text DEFAULT 'coloured'::text NOT NULL,
    minimum_area_milli_m2 integer,
    surcharges jsonb DEFAULT '[]'::jsonb NOT NULL,
    material text,
    CONSTRAINT products_deduction CHECK ((deduction_mm BETWEEN 0 AND 50)),
    CONSTRAINT products_density CHECK ((density_kg_m3 BETWEEN 200 AND 1500)),
    CONSTRAINT products_finish CHECK ((finish = ANY (ARRAY['painted'::text, 'coloured'::text]))),
    CONSTRAINT products_lead_weeks CHECK ((lead_weeks BETWEEN 0 AND 26)),
    CONSTRAINT products_minimum_area CHECK ((minimum_area_milli_m2 BETWEEN 100 AND 5000)),
    CONSTRAINT products_price_positive CHECK ((base_price_per_m2_pence > 0)),
    CONSTRAINT products_surcharges CHECK (are_surcharges(surcharges)),
    CONSTRAINT products_texts CHECK (((char_length(name) <= 120) AND (name = without_blank_ends(name)) AND (char_length(description) <= 2000) AND (char_length(material) <= 40) AND (material = without_blank_ends(material)) AND (cardinality(color_options) <= 60) AND (char_length(array_to_string(color_options, ''::text)) <= 3600) AND (cardinality(standard_louver_sizes) <= 60))),
    CONSTRAINT products_widest_panel CHECK ((widest_panel_mm BETWEEN 200 AND 1500))
);
--> statement-breakpoint
ALTER TABLE products ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME products_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE quotations (
    quote_id integer NOT NULL,
    parties jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE quote_items (
    id integer NOT NULL,
    quote_id integer NOT NULL,
    place smallint NOT NULL,
    name text NOT NULL,
    shutter_type_id integer NOT NULL,
    shutter_type text NOT NULL,
    width_tenth_mm integer NOT NULL,
    height_tenth_mm integer NOT NULL,
    area_milli_m2 integer NOT NULL,
    louver_size_mm integer NOT NULL,
    tilt_rod_type text DEFAULT 'center'::text NOT NULL,
    number_of_mid_rails smallint DEFAULT 0 NOT NULL,
    frame_type text DEFAULT 'l-frame'::text NOT NULL,
    mount_type text DEFAULT 'inside'::text NOT NULL,
    opening_direction text DEFAULT 'left-hinge'::text NOT NULL,
    color_selection text NOT NULL,
    quantity integer NOT NULL,
    price_per_m2_pence integer NOT NULL,
    item_total_pence bigint NOT NULL,
    overridden_checks text[] DEFAULT '{}'::text[] NOT NULL,
    widest_panel_mm smallint DEFAULT 950 NOT NULL,
    size_basis text DEFAULT 'make'::text NOT NULL,
    frame_sides text DEFAULT 'LTRB'::text NOT NULL,
    hinge_color text DEFAULT 'match'::text NOT NULL,
    layout_code text,
    t_posts_mm integer[],
    mid_rail_heights_mm integer[],
    tilt_split_mm integer,
    note text,
    deduction_mm smallint DEFAULT 10 NOT NULL,
    louvres integer,
    list_price_per_m2_pence integer,
    discount_hundredths smallint DEFAULT 0 NOT NULL,
    facets_mm integer[],
    post_angles integer[],
    charged_area_milli_m2 integer,
    surcharges jsonb DEFAULT '[]'::jsonb NOT NULL,
    measured_mm jsonb,
    CONSTRAINT quote_items_bay CHECK (
CASE
    WHEN (layout_code ~ '[BC]'::text) THEN ((facets_mm IS NOT NULL) AND ((lengths_in_a_window(facets_mm) * 10) = width_tenth_mm) AND (cardinality(facets_mm) = ((1 + char_length(layout_code)) - char_length(translate(layout_code, 'BC'::text, ''::text)))) AND (size_basis = 'make'::text))
    ELSE ((facets_mm IS NULL) AND (post_angles IS NULL))
END),
    CONSTRAINT quote_items_charged_area CHECK ((charged_area_milli_m2 >= area_milli_m2)),
    CONSTRAINT quote_items_deduction CHECK ((deduction_mm BETWEEN 0 AND 50)),
    CONSTRAINT quote_items_frame_sides CHECK ((frame_sides = ANY (ARRAY['LTRB'::text, 'LTR'::text, 'LTB'::text, 'LRB'::text, 'TRB'::text, 'LT'::text, 'LR'::text, 'LB'::text, 'TR'::text, 'TB'::text, 'RB'::text]))),
    CONSTRAINT quote_items_frame_type CHECK ((frame_type = ANY (ARRAY['l-frame'::text, 'z-frame'::text, 't-post'::text]))),
    CONSTRAINT quote_items_hinge_color CHECK ((hinge_color = ANY (ARRAY['match'::text, 'white'::text, 'brass'::text, 'nickel'::text, 'stainless'::text]))),
    CONSTRAINT quote_items_layout CHECK (((layout_code IS NULL) OR ((layout_code ~ '^(L+R*|R+)([TBC](L+R*|R+))*$'::text) AND (char_length(layout_code) <= 16) AND (opening_direction <> 'bypass'::text)))),
    CONSTRAINT quote_items_measured CHECK (
CASE
    WHEN (measured_mm IS NULL) THEN true
    WHEN COALESCE((((measured_mm - '{widths,heights}'::text[]) = '{}'::jsonb) AND (measured_mm @@ 'strict ((((($."widths".size() == 3 && $."heights".size() == 3) && !(exists ($.*[*]?(@.type() != "number")))) && !($.*[*] < 1)) && !($.*[*] > 10000)) && !(exists ($.*[*]?(@.floor() != @))))'::jsonpath)), false) THEN ((((10)::numeric *
    CASE mount_type
        WHEN 'inside'::text THEN LEAST((((measured_mm -> 'widths'::text) ->> 0))::numeric, (((measured_mm -> 'widths'::text) ->> 1))::numeric, (((measured_mm -> 'widths'::text) ->> 2))::numeric)
        ELSE GREATEST((((measured_mm -> 'widths'::text) ->> 0))::numeric, (((measured_mm -> 'widths'::text) ->> 1))::numeric, (((measured_mm -> 'widths'::text) ->> 2))::numeric)
    END) = (width_tenth_mm)::numeric) AND (((10)::numeric *
    CASE mount_type
        WHEN 'inside'::text THEN LEAST((((measured_mm -> 'heights'::text) ->> 0))::numeric, (((measured_mm -> 'heights'::text) ->> 1))::numeric, (((measured_mm -> 'heights'::text) ->> 2))::numeric)
        ELSE GREATEST((((measured_mm -> 'heights'::text) ->> 0))::numeric, (((measured_mm -> 'heights'::text) ->> 1))::numeric, (((measured_mm -> 'heights'::text) ->> 2))::numeric)
    END) = (height_tenth_mm)::numeric))
    ELSE false
END),
    CONSTRAINT quote_items_measures CHECK (((width_tenth_mm BETWEEN 1 AND 100000) AND ((height_tenth_mm >= 1) AND (height_tenth_mm <= 100000)) AND (area_milli_m2 > 0))),
    CONSTRAINT quote_items_mount_type CHECK ((mount_type = ANY (ARRAY['inside'::text, 'outside'::text]))),
    CONSTRAINT quote_items_number_of_mid_rails CHECK ((number_of_mid_rails BETWEEN 0 AND 20)),
    CONSTRAINT quote_items_opening_direction CHECK ((opening_direction = ANY (ARRAY['left-hinge'::text, 'right-hinge'::text, 'bi-fold'::text, 'bypass'::text]))),
    CONSTRAINT quote_items_positions CHECK ((rises_in_a_window(t_posts_mm) AND rises_in_a_window(mid_rail_heights_mm) AND ((tilt_split_mm >= 1) AND (tilt_split_mm <= 10000)) AND ((t_posts_mm IS NULL) OR (cardinality(t_posts_mm) = COALESCE((char_length(layout_code) - char_length(replace(layout_code, 'T'::text, ''::text))), 0))) AND ((mid_rail_heights_mm IS NULL) OR (cardinality(mid_rail_heights_mm) = number_of_mid_rails)))),
    CONSTRAINT quote_items_post_angles CHECK (((post_angles IS NULL) OR ((COALESCE(array_ndims(post_angles), 0) = 1) AND (array_position(post_angles, NULL::integer) IS NULL) AND (91 <= ALL (post_angles)) AND (179 >= ALL (post_angles)) AND (cardinality(post_angles) = (char_length(layout_code) - char_length(replace(layout_code, 'B'::text, ''::text))))))),
    CONSTRAINT quote_items_price_less_discount CHECK (
CASE
    WHEN (list_price_per_m2_pence IS NULL) THEN (discount_hundredths = 0)
    ELSE ((price_per_m2_pence)::numeric = round((((list_price_per_m2_pence)::numeric * ((10000 - discount_hundredths))::numeric) / (10000)::numeric)))
END),
    CONSTRAINT quote_items_quantity CHECK ((quantity BETWEEN 1 AND 999)),
    CONSTRAINT quote_items_recess CHECK (((size_basis <> 'recess'::text) OR (mount_type = 'inside'::text))),
    CONSTRAINT quote_items_size_basis CHECK ((size_basis = ANY (ARRAY['make'::text, 'recess'::text]))),
    CONSTRAINT quote_items_texts CHECK (((char_length(name) <= 80) AND (name = without_blank_ends(name)) AND (char_length(shutter_type) <= 120) AND (shutter_type = without_blank_ends(shutter_type)) AND (char_length(color_selection) <= 60) AND (color_selection = without_blank_ends(color_selection)) AND (char_length(note) <= 500) AND (note <> ''::text))),
    CONSTRAINT quote_items_tilt_rod_type CHECK ((tilt_rod_type = ANY (ARRAY['center'::text, 'offset'::text, 'hidden'::text]))),
    CONSTRAINT quote_items_total_is_the_product CHECK (COALESCE(((item_total_pence)::numeric = (round(((((COALESCE(charged_area_milli_m2, area_milli_m2))::numeric * (price_per_m2_pence)::numeric) * (quantity)::numeric) / (1000)::numeric)) + (
CASE
    WHEN (surcharges = '[]'::jsonb) THEN (0)::bigint
    ELSE surcharges_come_to(surcharges)
END)::numeric)), false)),
    CONSTRAINT quote_items_widest_panel CHECK ((widest_panel_mm BETWEEN 200 AND 1500))
);
--> statement-breakpoint
ALTER TABLE quote_items ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME quote_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE quotes (
    id integer NOT NULL,
    user_id integer NOT NULL,
    status quote_status DEFAULT 'draft'::quote_status NOT NULL,
    decline_reason text,
    subtotal_pence bigint NOT NULL,
    tax_pence bigint NOT NULL,
    final_total_pence bigint NOT NULL,
    item_count integer NOT NULL,
    paid_at timestamp(3) with time zone,
    valid_until timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    job_name text,
    po_number text,
    note text,
    version integer DEFAULT 1 NOT NULL,
    changed_by integer,
    sent_at timestamp(3) with time zone,
    placed_at timestamp(3) with time zone,
    placed_by integer,
    shipping_address text,
    required_by date,
    company_id integer NOT NULL,
    withdrawn_at timestamp(3) with time zone,
    order_id integer,
    delivered_to text,
    tracking_number text,
    invoice_number integer,
    is_paid boolean GENERATED ALWAYS AS ((paid_at IS NOT NULL)) STORED NOT NULL,
    is_unsettled boolean GENERATED ALWAYS AS (((order_id IS NULL) AND (paid_at IS NULL) AND (status <> 'declined'::quote_status))) STORED NOT NULL,
    is_placed boolean GENERATED ALWAYS AS (((order_id IS NULL) AND (placed_at IS NOT NULL))) STORED NOT NULL,
    tax_point date,
    due_on date,
    customer_name text,
    customer_phone text,
    customer_email text,
    site_address text,
    is_to_order boolean GENERATED ALWAYS AS (((order_id IS NULL) AND ((paid_at IS NOT NULL) OR (status = 'accepted'::quote_status)))) STORED NOT NULL,
    words text GENERATED ALWAYS AS (((search_words(job_name, po_number, COALESCE(shipping_address, delivered_to), tracking_number) || '
'::text) || search_words(customer_name, NULL::text, site_address, NULL::text))) STORED NOT NULL,
    CONSTRAINT quotes_delivery_of_order CHECK ((((order_id IS NULL) = (delivered_to IS NULL)) AND ((order_id IS NOT NULL) OR (tracking_number IS NULL)))),
    CONSTRAINT quotes_placing CHECK ((((placed_at IS NULL) = (shipping_address IS NULL)) AND ((placed_at IS NULL) = (placed_by IS NULL)) AND ((placed_at IS NOT NULL) OR (required_by IS NULL)) AND ((placed_at IS NULL) OR (status <> 'declined'::quote_status)))),
    CONSTRAINT quotes_texts CHECK (((char_length(decline_reason) <= 500) AND (char_length(job_name) <= 120) AND (job_name = without_blank_ends(job_name)) AND (char_length(po_number) <= 60) AND (po_number = without_blank_ends(po_number)) AND (char_length(note) <= 2000) AND (char_length(shipping_address) <= 500) AND (shipping_address = without_blank_ends(shipping_address)) AND (char_length(customer_name) <= 120) AND (customer_name = without_blank_ends(customer_name)) AND (char_length(customer_phone) <= 40) AND (customer_phone = without_blank_ends(customer_phone)) AND (char_length(customer_email) <= 254) AND (customer_email = without_blank_ends(customer_email)) AND (char_length(site_address) <= 500) AND (site_address = without_blank_ends(site_address)))),
    CONSTRAINT quotes_to_invoice CHECK (((tax_point IS NULL) = (due_on IS NULL))),
    CONSTRAINT quotes_total_is_the_sum CHECK (((final_total_pence = (subtotal_pence + tax_pence)) AND (subtotal_pence >= 0) AND (tax_pence >= 0))),
    CONSTRAINT quotes_version CHECK ((version >= 1)),
    CONSTRAINT quotes_withdrawn CHECK (((withdrawn_at IS NULL) OR (status = 'declined'::quote_status)))
);
--> statement-breakpoint
ALTER TABLE quotes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME quotes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE rate_limits (
    key text NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
--> statement-breakpoint
CREATE TABLE referrals (
    id integer NOT NULL,
    referrer_company_id integer NOT NULL,
    referred_company_id integer NOT NULL,
    commission_pence bigint DEFAULT 0 NOT NULL,
    earned_by_quote_id integer,
    paid_out_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE referrals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME referrals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE refunds (
    id integer NOT NULL,
    payment_id integer NOT NULL,
    company_id integer,
    amount_pence bigint NOT NULL,
    reason text NOT NULL,
    status refund_status NOT NULL,
    invoice_number integer,
    stripe_refund_id text,
    fault text,
    paid_on date,
    by_user_id integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    is_to_mail boolean DEFAULT false NOT NULL,
    CONSTRAINT refunds_amount CHECK ((amount_pence > 0)),
    CONSTRAINT refunds_paid_on CHECK (((status <> 'succeeded'::refund_status) OR (paid_on IS NOT NULL))),
    CONSTRAINT refunds_texts CHECK (((char_length(reason) <= 500) AND (char_length(fault) <= 2000)))
);
--> statement-breakpoint
ALTER TABLE refunds ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME refunds_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE remake_photos (
    remake_id integer NOT NULL,
    place smallint NOT NULL,
    storage_key text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    reply_id integer
);
--> statement-breakpoint
CREATE TABLE remake_replies (
    id integer NOT NULL,
    remake_id integer NOT NULL,
    user_id integer NOT NULL,
    message text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT remake_replies_texts CHECK ((char_length(message) <= 5000))
);
--> statement-breakpoint
ALTER TABLE remake_replies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME remake_replies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE remakes (
    id integer NOT NULL,
    order_id integer NOT NULL,
    status remake_status DEFAULT 'pending'::remake_status NOT NULL,
    reason text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    fault remake_fault,
    asked_by integer,
    quote_id integer NOT NULL,
    company_id integer NOT NULL,
    user_id integer NOT NULL,
    words text NOT NULL,
    maker_id integer NOT NULL,
    CONSTRAINT remakes_texts CHECK (((char_length(reason) <= 5000) AND (char_length(words) <= 2000)))
);
--> statement-breakpoint
ALTER TABLE remakes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME remakes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE reminder_mails (
    company_id integer NOT NULL,
    sent_on date NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE reminders (
    number integer NOT NULL,
    kind reminder_kind NOT NULL,
    company_id integer NOT NULL,
    sent_on date NOT NULL
);
--> statement-breakpoint
CREATE TABLE retail_businesses (
    company_id integer NOT NULL,
    trading_name text NOT NULL,
    phone text NOT NULL,
    email text NOT NULL,
    address text NOT NULL,
    website text NOT NULL,
    footer text NOT NULL,
    vat_registered boolean NOT NULL,
    vat_number text NOT NULL,
    markup_hundredths integer NOT NULL,
    fitting_price_pence bigint NOT NULL,
    fitting_per text NOT NULL,
    deposit_hundredths integer NOT NULL,
    valid_days smallint NOT NULL,
    lead_time_weeks smallint,
    terms text NOT NULL,
    bank_name text NOT NULL,
    sort_code text NOT NULL,
    account_number text NOT NULL,
    accent text NOT NULL,
    logo_id integer,
    CONSTRAINT retail_businesses_figures CHECK (((markup_hundredths BETWEEN 0 AND 40000) AND ((fitting_price_pence >= 0) AND (fitting_price_pence <= 1000000)) AND (fitting_per = ANY (ARRAY['window'::text, 'job'::text])) AND ((deposit_hundredths >= 0) AND (deposit_hundredths <= 10000)) AND ((valid_days >= 1) AND (valid_days <= 90)) AND ((lead_time_weeks >= 0) AND (lead_time_weeks <= 52)))),
    CONSTRAINT retail_businesses_texts CHECK (((trading_name <> ''::text) AND (char_length(trading_name) <= 120) AND (char_length(phone) <= 40) AND (char_length(email) <= 254) AND (char_length(address) <= 500) AND (char_length(website) <= 200) AND (char_length(footer) <= 500) AND (char_length(vat_number) <= 20) AND (char_length(terms) <= 4000) AND (char_length(bank_name) <= 60) AND (sort_code ~ '^([0-9]{6})?$'::text) AND (account_number ~ '^([0-9]{8})?$'::text) AND (accent ~ '^#[0-9a-f]{6}$'::text))),
    CONSTRAINT retail_businesses_vat CHECK (((NOT vat_registered) OR (vat_number <> ''::text)))
);
--> statement-breakpoint
CREATE TABLE retail_links (
    id integer NOT NULL,
    quote_id integer NOT NULL,
    token_hash text NOT NULL,
    revision integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    created_by integer NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    snapshot text,
    snapshot_hash text,
    logo_id integer,
    opened_at timestamp(3) with time zone,
    opens integer DEFAULT 0 NOT NULL,
    superseded_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    declined_at timestamp(3) with time zone,
    reason text,
    accepted_at timestamp(3) with time zone,
    accepted_name text,
    accepted_email text,
    accepted_extras smallint[],
    accepted_total_pence bigint,
    accepted_sentence text,
    accepted_ip text,
    accepted_browser text,
    facts jsonb GENERATED ALWAYS AS (retail_facts(snapshot)) STORED,
    sent_to text,
    made jsonb,
    CONSTRAINT retail_links_evidence CHECK (((num_nulls(accepted_name, accepted_extras, accepted_total_pence, accepted_sentence, accepted_ip, accepted_browser) = ANY (ARRAY[0, 6])) AND ((accepted_name IS NULL) OR (accepted_at IS NOT NULL)) AND ((accepted_email IS NULL) OR (accepted_name IS NOT NULL)) AND ((accepted_at IS NULL) OR ((accepted_name IS NULL) = (snapshot IS NULL))))),
    CONSTRAINT retail_links_one_end CHECK ((num_nonnulls(accepted_at, declined_at, revoked_at, superseded_at) <= 1)),
    CONSTRAINT retail_links_snapshot CHECK (((snapshot IS NULL) = (snapshot_hash IS NULL))),
    CONSTRAINT retail_links_texts CHECK (((char_length(reason) <= 500) AND (char_length(sent_to) <= 254) AND (char_length(accepted_name) <= 120) AND (char_length(accepted_email) <= 254) AND (char_length(accepted_browser) <= 500) AND (token_hash ~ '^[0-9a-f]{64}$'::text) AND (snapshot_hash ~ '^[0-9a-f]{64}$'::text)))
);
--> statement-breakpoint
ALTER TABLE retail_links ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME retail_links_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE retail_logos (
    id integer NOT NULL,
    company_id integer NOT NULL,
    type text NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    content bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT retail_logos_size CHECK (((width BETWEEN 1 AND 1200) AND ((height >= 1) AND (height <= 400)) AND (octet_length(content) > 0))),
    CONSTRAINT retail_logos_type CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
);
--> statement-breakpoint
ALTER TABLE retail_logos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME retail_logos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE retail_questions (
    id integer NOT NULL,
    quote_id integer NOT NULL,
    link_id integer NOT NULL,
    customer_name text NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    text text NOT NULL,
    answered_at timestamp(3) with time zone,
    answered_by integer,
    answer text,
    CONSTRAINT retail_questions_answer CHECK ((num_nulls(answered_at, answered_by, answer) = ANY (ARRAY[0, 3]))),
    CONSTRAINT retail_questions_texts CHECK (((char_length(customer_name) <= 120) AND (text <> ''::text) AND (char_length(text) <= 2000) AND (answer <> ''::text) AND (char_length(answer) <= 2000)))
);
--> statement-breakpoint
ALTER TABLE retail_questions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME retail_questions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE retail_quotations (
    quote_id integer NOT NULL,
    version integer NOT NULL,
    revision integer NOT NULL,
    shown_hash text NOT NULL,
    changed_by integer NOT NULL,
    markup_hundredths integer NOT NULL,
    deposit_hundredths integer NOT NULL,
    fitting_price_pence bigint NOT NULL,
    fitting_per text NOT NULL,
    fitting_typed_pence bigint,
    extras jsonb NOT NULL,
    windows jsonb NOT NULL,
    CONSTRAINT retail_quotations_counts CHECK (((version >= 1) AND (revision >= 1))),
    CONSTRAINT retail_quotations_figures CHECK (((markup_hundredths BETWEEN 0 AND 40000) AND ((deposit_hundredths >= 0) AND (deposit_hundredths <= 10000)) AND ((fitting_price_pence >= 0) AND (fitting_price_pence <= 1000000)) AND (fitting_per = ANY (ARRAY['window'::text, 'job'::text])) AND (jsonb_array_length(extras) <= 20))),
    CONSTRAINT retail_quotations_texts CHECK ((shown_hash ~ '^[0-9a-f]{64}$'::text))
);
--> statement-breakpoint
CREATE TABLE sage_accounts (
    reference text NOT NULL,
    company_id integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sage_accounts_reference CHECK ((reference ~ '^[A-Z0-9]{1,8}$'::text))
);
--> statement-breakpoint
CREATE TABLE sawn_parts (
    order_id integer NOT NULL,
    item_id integer NOT NULL,
    piece smallint NOT NULL,
    panel smallint NOT NULL,
    part text NOT NULL,
    nth smallint NOT NULL,
    plan_id integer NOT NULL,
    bar integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE sessions (
    id_hash text NOT NULL,
    user_id integer NOT NULL,
    impersonator_id integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE stripe_settings (
    id integer DEFAULT 1 NOT NULL,
    public_key text NOT NULL,
    secret_key_sealed text NOT NULL,
    webhook_endpoint_id text,
    webhook_url text,
    webhook_secret_sealed text,
    events_seen_until timestamp(3) with time zone,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT stripe_settings_one_row CHECK ((id = 1)),
    CONSTRAINT stripe_settings_texts CHECK ((char_length(public_key) <= 500))
);
--> statement-breakpoint
CREATE TABLE users (
    id integer NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    role role NOT NULL,
    contact_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    company_id integer NOT NULL,
    search_name text GENERATED ALWAYS AS (lower(contact_name)) STORED NOT NULL,
    may_order boolean DEFAULT true NOT NULL,
    may_manage boolean DEFAULT true NOT NULL,
    joined_at timestamp(3) with time zone DEFAULT now(),
    last_seen_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    taken_email text,
    CONSTRAINT users_rights CHECK (((role = 'customer'::role) OR (may_order AND (may_manage OR (role = 'supplier'::role))))),
    CONSTRAINT users_suspended CHECK (((suspended_at IS NULL) OR (joined_at IS NOT NULL))),
    CONSTRAINT users_taken_email CHECK (((taken_email IS NULL) OR (joined_at IS NULL))),
    CONSTRAINT users_texts CHECK (((char_length(email) <= 254) AND (email = without_blank_ends(email)) AND (char_length(taken_email) <= 254) AND (taken_email = without_blank_ends(taken_email)) AND (char_length(contact_name) <= 120) AND (contact_name = without_blank_ends(contact_name))))
);
--> statement-breakpoint
ALTER TABLE users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE waiting_mails (
    id integer NOT NULL,
    sealed text NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT waiting_mails_failures CHECK ((failures >= 0))
);
--> statement-breakpoint
ALTER TABLE waiting_mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME waiting_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE window_photos (
    quote_item_id integer NOT NULL,
    n smallint NOT NULL,
    for_workshop boolean DEFAULT false NOT NULL,
    storage_key text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    CONSTRAINT window_photos_n CHECK ((n BETWEEN 1 AND 4))
);
--> statement-breakpoint
CREATE TABLE window_templates (
    id integer NOT NULL,
    company_id integer NOT NULL,
    name text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    "window" jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT window_templates_texts CHECK (((char_length(name) <= 60) AND (name = without_blank_ends(name))))
);
--> statement-breakpoint
ALTER TABLE window_templates ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME window_templates_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
--> statement-breakpoint
CREATE TABLE workshop_settings (
    company_id integer NOT NULL,
    stock jsonb NOT NULL,
    clearances jsonb DEFAULT '{}'::jsonb NOT NULL,
    sections jsonb DEFAULT '[]'::jsonb NOT NULL,
    lap text DEFAULT 'right'::text NOT NULL,
    lead_days smallint,
    weekly_m2 smallint,
    CONSTRAINT workshop_settings_clearances CHECK (((COALESCE(((clearances ->> 'hinge'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'meeting'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'rebate'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'head'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'foot'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'trackHead'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'trackFoot'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'louvreEnd'::text))::numeric, (0)::numeric) BETWEEN 0 AND 30) AND (COALESCE(((clearances ->> 'bladeRail'::text))::numeric, (0)::numeric) BETWEEN 0 AND 3) AND (COALESCE(((clearances ->> 'rodEnd'::text))::numeric, (0)::numeric) BETWEEN 0 AND 15))),
    CONSTRAINT workshop_settings_lap CHECK ((lap = ANY (ARRAY['right'::text, 'left'::text]))),
    CONSTRAINT workshop_settings_lead_days CHECK ((lead_days BETWEEN 1 AND 60)),
    CONSTRAINT workshop_settings_sections CHECK (((jsonb_typeof(sections) = 'array'::text) AND (NOT jsonb_path_exists(sections, '$[*]?((!((@."widthMm".type() == "number" && @."widthMm" >= 5) && @."widthMm" <= 300) || !((@."thicknessMm".type() == "number" && @."thicknessMm" >= 5) && @."thicknessMm" <= 300)) || exists (@."heightsMm"[*]?(!((@.type() == "number" && @ >= 40) && @ <= 300))))'::jsonpath)))),
    CONSTRAINT workshop_settings_stock CHECK ((NOT jsonb_path_exists(stock, '$[*]?(((((((@."stockMm" < 500 || @."stockMm" > 12000) || @."kerfMm" < 0) || @."kerfMm" > 20) || @."trimMm" < 0) || @."trimMm" > 50) || @."keepMm" < 200) || @."keepMm" > 3000)'::jsonpath))),
    CONSTRAINT workshop_settings_weekly_m2 CHECK ((weekly_m2 BETWEEN 1 AND 10000))
);
--> statement-breakpoint
ALTER TABLE ONLY account_checkout_lines
    ADD CONSTRAINT account_checkout_lines_checkout_id_number_pk PRIMARY KEY (checkout_id, number);
--> statement-breakpoint
ALTER TABLE ONLY account_checkouts
    ADD CONSTRAINT account_checkouts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY allocations
    ADD CONSTRAINT allocations_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_bars
    ADD CONSTRAINT bar_plan_bars_plan_id_bar_pk PRIMARY KEY (plan_id, bar);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_orders
    ADD CONSTRAINT bar_plan_orders_plan_id_order_id_pk PRIMARY KEY (plan_id, order_id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plans
    ADD CONSTRAINT bar_plans_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_documents
    ADD CONSTRAINT bookkeeping_documents_export_id_number_pk PRIMARY KEY (export_id, number);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_exports
    ADD CONSTRAINT bookkeeping_exports_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_receipts
    ADD CONSTRAINT bookkeeping_receipts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY checkout_sessions
    ADD CONSTRAINT checkout_sessions_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY client_notes
    ADD CONSTRAINT client_notes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY companies
    ADD CONSTRAINT companies_referral_code_unique UNIQUE (referral_code);
--> statement-breakpoint
ALTER TABLE ONLY company_settings
    ADD CONSTRAINT company_settings_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY dispute_movements
    ADD CONSTRAINT dispute_movements_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_stripe_dispute_id_unique UNIQUE (stripe_dispute_id);
--> statement-breakpoint
ALTER TABLE ONLY documents_to_mail
    ADD CONSTRAINT documents_to_mail_pkey PRIMARY KEY (number);
--> statement-breakpoint
ALTER TABLE ONLY error_records
    ADD CONSTRAINT error_records_fingerprint_unique UNIQUE (fingerprint);
--> statement-breakpoint
ALTER TABLE ONLY error_records
    ADD CONSTRAINT error_records_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY first_invitations
    ADD CONSTRAINT first_invitations_company_id_email_hash_pk PRIMARY KEY (company_id, email_hash);
--> statement-breakpoint
ALTER TABLE ONLY former_referral_codes
    ADD CONSTRAINT former_referral_codes_pkey PRIMARY KEY (code);
--> statement-breakpoint
ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key);
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (user_id);
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_token_hash_unique UNIQUE (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY invoice_balances
    ADD CONSTRAINT invoice_balances_pkey PRIMARY KEY (number);
--> statement-breakpoint
ALTER TABLE ONLY invoice_balances
    ADD CONSTRAINT invoice_balances_quote_id_unique UNIQUE (quote_id);
--> statement-breakpoint
ALTER TABLE ONLY invoice_counter
    ADD CONSTRAINT invoice_counter_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_as_owed UNIQUE (number, quote_id, company_id, gross_pence);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_payment_id_unique UNIQUE (payment_id);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (number);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_refund_id_unique UNIQUE (refund_id);
--> statement-breakpoint
ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY offcuts
    ADD CONSTRAINT offcuts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_hands
    ADD CONSTRAINT order_hands_order_id_company_id_pk PRIMARY KEY (order_id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY order_messages
    ADD CONSTRAINT order_messages_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_order_id_item_id_piece_pk PRIMARY KEY (order_id, item_id, piece);
--> statement-breakpoint
ALTER TABLE ONLY order_status_changes
    ADD CONSTRAINT order_status_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_of_quote UNIQUE (quote_id, id, company_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY payment_attempts
    ADD CONSTRAINT payment_attempts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY payment_attempts
    ADD CONSTRAINT payment_attempts_stripe_id_unique UNIQUE (stripe_id);
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_stripe_payment_intent_id_unique UNIQUE (stripe_payment_intent_id);
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_stripe_session_id_unique UNIQUE (stripe_session_id);
--> statement-breakpoint
ALTER TABLE ONLY price_changes
    ADD CONSTRAINT price_changes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY price_plans
    ADD CONSTRAINT price_plans_on_their_day UNIQUE (id, first_day);
--> statement-breakpoint
ALTER TABLE ONLY price_plans
    ADD CONSTRAINT price_plans_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY product_names
    ADD CONSTRAINT product_names_product_id_name_pk PRIMARY KEY (product_id, name);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY quotations
    ADD CONSTRAINT quotations_pkey PRIMARY KEY (quote_id);
--> statement-breakpoint
ALTER TABLE ONLY quote_items
    ADD CONSTRAINT quote_items_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_as_ordered UNIQUE (final_total_pence, id, company_id, user_id, is_paid);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY referrals
    ADD CONSTRAINT referrals_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY referrals
    ADD CONSTRAINT referrals_referred_company_id_unique UNIQUE (referred_company_id);
--> statement-breakpoint
ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY remake_photos
    ADD CONSTRAINT remake_photos_remake_id_place_pk PRIMARY KEY (remake_id, place);
--> statement-breakpoint
ALTER TABLE ONLY remake_photos
    ADD CONSTRAINT remake_photos_storage_key_unique UNIQUE (storage_key);
--> statement-breakpoint
ALTER TABLE ONLY remake_replies
    ADD CONSTRAINT remake_replies_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY remake_windows
    ADD CONSTRAINT remake_windows_remake_id_quote_item_id_pk PRIMARY KEY (remake_id, quote_item_id);
--> statement-breakpoint
ALTER TABLE ONLY remakes
    ADD CONSTRAINT remakes_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY reminder_mails
    ADD CONSTRAINT reminder_mails_company_id_sent_on_pk PRIMARY KEY (company_id, sent_on);
--> statement-breakpoint
ALTER TABLE ONLY reminders
    ADD CONSTRAINT reminders_number_kind_pk PRIMARY KEY (number, kind);
--> statement-breakpoint
ALTER TABLE ONLY retail_businesses
    ADD CONSTRAINT retail_businesses_pkey PRIMARY KEY (company_id);
--> statement-breakpoint
ALTER TABLE ONLY retail_links
    ADD CONSTRAINT retail_links_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY retail_logos
    ADD CONSTRAINT retail_logos_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY retail_questions
    ADD CONSTRAINT retail_questions_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY retail_quotations
    ADD CONSTRAINT retail_quotations_pkey PRIMARY KEY (quote_id);
--> statement-breakpoint
ALTER TABLE ONLY sage_accounts
    ADD CONSTRAINT sage_accounts_pkey PRIMARY KEY (reference);
--> statement-breakpoint
ALTER TABLE ONLY sawn_parts
    ADD CONSTRAINT sawn_parts_order_id_item_id_piece_panel_part_nth_pk PRIMARY KEY (order_id, item_id, piece, panel, part, nth);
--> statement-breakpoint
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id_hash);
--> statement-breakpoint
ALTER TABLE ONLY stripe_settings
    ADD CONSTRAINT stripe_settings_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY users
    ADD CONSTRAINT users_of_company UNIQUE (id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY waiting_mails
    ADD CONSTRAINT waiting_mails_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY window_photos
    ADD CONSTRAINT window_photos_quote_item_id_n_pk PRIMARY KEY (quote_item_id, n);
--> statement-breakpoint
ALTER TABLE ONLY window_photos
    ADD CONSTRAINT window_photos_storage_key_unique UNIQUE (storage_key);
--> statement-breakpoint
ALTER TABLE ONLY window_templates
    ADD CONSTRAINT window_templates_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY workshop_settings
    ADD CONSTRAINT workshop_settings_pkey PRIMARY KEY (company_id);
--> statement-breakpoint
CREATE INDEX account_checkout_lines_of_invoice ON account_checkout_lines USING btree (number);
--> statement-breakpoint
CREATE INDEX allocations_of_invoice ON allocations USING btree (number, payment_id, id);
--> statement-breakpoint
CREATE INDEX allocations_of_payment ON allocations USING btree (payment_id, number, id);
--> statement-breakpoint
CREATE INDEX audit_by_action ON audit_entries USING btree (action, at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX audit_by_actor ON audit_entries USING btree (actor_id, at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX audit_by_target ON audit_entries USING btree (target_type, target_id, at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX audit_newest ON audit_entries USING btree (at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX bar_plan_bars_offcut_once ON bar_plan_bars USING btree (offcut_id) WHERE (sawn_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX bar_plan_orders_of_order ON bar_plan_orders USING btree (order_id);
--> statement-breakpoint
CREATE INDEX bar_plans_of_company ON bar_plans USING btree (company_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX bookkeeping_documents_once ON bookkeeping_documents USING btree (number) WHERE is_first;
--> statement-breakpoint
CREATE INDEX bookkeeping_receipts_of_export ON bookkeeping_receipts USING btree (export_id);
--> statement-breakpoint
CREATE UNIQUE INDEX bookkeeping_receipts_once ON bookkeeping_receipts USING btree (payment_id, COALESCE(refund_id, 0)) WHERE is_first;
--> statement-breakpoint
CREATE INDEX checkout_sessions_of_account ON checkout_sessions USING btree (checkout_id) WHERE (checkout_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX checkout_sessions_of_quote ON checkout_sessions USING btree (quote_id);
--> statement-breakpoint
CREATE UNIQUE INDEX checkout_sessions_one_open_per_quote ON checkout_sessions USING btree (quote_id) WHERE open;
--> statement-breakpoint
CREATE INDEX checkout_sessions_pending ON checkout_sessions USING btree (quote_id, checkout_id) WHERE is_pending;
--> statement-breakpoint
CREATE INDEX client_notes_newest ON client_notes USING btree (company_id, id DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX companies_accounts_name ON companies USING btree (lower(accounts_name));
--> statement-breakpoint
CREATE INDEX companies_by_name ON companies USING btree (kind, search_name, id);
--> statement-breakpoint
CREATE INDEX companies_newest ON companies USING btree (kind, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX dispute_movements_by_day ON dispute_movements USING btree (moved_on);
--> statement-breakpoint
CREATE INDEX dispute_movements_of_company ON dispute_movements USING btree (company_id, moved_on);
--> statement-breakpoint
CREATE INDEX dispute_movements_of_dispute ON dispute_movements USING btree (dispute_id);
--> statement-breakpoint
CREATE INDEX disputes_of_payment ON disputes USING btree (payment_id);
--> statement-breakpoint
CREATE INDEX error_records_by_severity ON error_records USING btree (severity, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX error_records_by_status ON error_records USING btree (status, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX error_records_newest ON error_records USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX idempotency_keys_end ON idempotency_keys USING btree (known_until);
--> statement-breakpoint
CREATE INDEX invoice_balances_due ON invoice_balances USING btree (due_on) WHERE (owed_pence > 0);
--> statement-breakpoint
CREATE INDEX invoice_balances_owed ON invoice_balances USING btree (company_id, due_on, number) WHERE (owed_pence > 0);
--> statement-breakpoint
CREATE INDEX invoice_balances_owed_newest ON invoice_balances USING btree (number) WHERE (owed_pence > 0);
--> statement-breakpoint
CREATE INDEX invoices_by_issue ON invoices USING btree (issued_at, number);
--> statement-breakpoint
CREATE INDEX invoices_by_month ON invoices USING btree (date_trunc('month'::text, (tax_point)::timestamp without time zone), number);
--> statement-breakpoint
CREATE INDEX invoices_by_tax_point ON invoices USING btree (tax_point, number, kind, net_pence, vat_pence, gross_pence);
--> statement-breakpoint
CREATE INDEX invoices_credit_notes ON invoices USING btree (number) WHERE (kind = 'credit_note'::invoice_kind);
--> statement-breakpoint
CREATE INDEX invoices_of_company ON invoices USING btree (company_id, number);
--> statement-breakpoint
CREATE UNIQUE INDEX invoices_one_per_quote ON invoices USING btree (quote_id, (
CASE kind
    WHEN 'invoice'::invoice_kind THEN 0
    ELSE number
END));
--> statement-breakpoint
CREATE INDEX notifications_of_user ON notifications USING btree (user_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX notifications_unread ON notifications USING btree (user_id, id) WHERE (read_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX offcuts_from_bar_once ON offcuts USING btree (from_plan_id, from_bar);
--> statement-breakpoint
CREATE INDEX offcuts_in_stock ON offcuts USING btree (company_id, id) WHERE (gone_at IS NULL);
--> statement-breakpoint
CREATE INDEX order_messages_of_order ON order_messages USING btree (order_id, id);
--> statement-breakpoint
CREATE INDEX order_pieces_of_item ON order_pieces USING btree (item_id);
--> statement-breakpoint
CREATE INDEX order_status_changes_of_order ON order_status_changes USING btree (order_id, id);
--> statement-breakpoint
CREATE INDEX orders_by_due ON orders USING btree (due_on, id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX orders_by_status ON orders USING btree (status, created_at DESC NULLS LAST, id DESC NULLS LAST, maker_id, is_paid, total_pence) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX orders_newest ON orders USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX orders_of_company ON orders USING btree (company_id, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX orders_of_maker ON orders USING btree (maker_id, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX orders_one_live_per_quote ON orders USING btree (quote_id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX orders_one_live_per_remake ON orders USING btree (remake_id) WHERE ((remake_id IS NOT NULL) AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX orders_open_by_due ON orders USING btree (due_on, id) WHERE ((status = ANY (ARRAY['pending'::order_status, 'processing'::order_status, 'shipped'::order_status])) AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX orders_unpaid ON orders USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE ((NOT is_paid) AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX orders_words ON orders USING gin (words gin_trgm_ops, customer_words gin_trgm_ops, (ARRAY[shipping_date, estimated_arrival, required_by])) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX password_resets_user ON password_resets USING btree (user_id);
--> statement-breakpoint
CREATE INDEX payment_attempts_of_quote ON payment_attempts USING btree (quote_id, at DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX payments_by_amount ON payments USING btree (amount_pence);
--> statement-breakpoint
CREATE INDEX payments_newest ON payments USING btree (received_on DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX payments_of_company ON payments USING btree (company_id, received_on DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX payments_of_quote ON payments USING btree (quote_id);
--> statement-breakpoint
CREATE INDEX payments_reference ON payments USING gin (lower(COALESCE(reference, ''::text)) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX payments_with_credit ON payments USING btree (company_id) WHERE (unallocated_pence > 0);
--> statement-breakpoint
CREATE UNIQUE INDEX price_changes_ahead_of_product ON price_changes USING btree (product_id, first_day) WHERE (first_day IS NOT NULL);
--> statement-breakpoint
CREATE INDEX price_changes_of_plan ON price_changes USING btree (plan_id) WHERE (plan_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX price_changes_of_product ON price_changes USING btree (product_id, at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX product_names_by_name ON product_names USING btree (lower(name));
--> statement-breakpoint
CREATE UNIQUE INDEX products_name ON products USING btree (lower(name));
--> statement-breakpoint
CREATE INDEX products_newest ON products USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX quote_items_in_order ON quote_items USING btree (quote_id, place);
--> statement-breakpoint
CREATE INDEX quote_items_uncounted ON quote_items USING btree (id DESC NULLS LAST) WHERE (louvres IS NULL);
--> statement-breakpoint
CREATE INDEX quotes_by_expiry ON quotes USING btree (valid_until, id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX quotes_by_status ON quotes USING btree (status, created_at DESC NULLS LAST, id DESC NULLS LAST, final_total_pence) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX quotes_newest ON quotes USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX quotes_of_company ON quotes USING btree (company_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX quotes_placed ON quotes USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (is_placed AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX quotes_to_invoice ON quotes USING btree (id) WHERE ((tax_point IS NOT NULL) AND (invoice_number IS NULL) AND (final_total_pence > 0));
--> statement-breakpoint
CREATE INDEX quotes_to_order ON quotes USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (is_to_order AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX quotes_unsettled ON quotes USING btree (valid_until, id) WHERE (is_unsettled AND (deleted_at IS NULL));
--> statement-breakpoint
CREATE INDEX quotes_words ON quotes USING gin (words gin_trgm_ops) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX rate_limits_expire ON rate_limits USING btree (expire);
--> statement-breakpoint
CREATE INDEX referrals_newest ON referrals USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX referrals_of_referrer ON referrals USING btree (referrer_company_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX refunds_at_stripe ON refunds USING btree (stripe_refund_id) WHERE (stripe_refund_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX refunds_by_day ON refunds USING btree (paid_on DESC NULLS LAST, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX refunds_of_company ON refunds USING btree (company_id, paid_on);
--> statement-breakpoint
CREATE INDEX refunds_of_payment ON refunds USING btree (payment_id, id);
--> statement-breakpoint
CREATE INDEX refunds_waiting ON refunds USING btree (id) WHERE (status = ANY (ARRAY['requested'::refund_status, 'pending'::refund_status]));
--> statement-breakpoint
CREATE UNIQUE INDEX remake_replies_of_remake ON remake_replies USING btree (remake_id, id);
--> statement-breakpoint
CREATE INDEX remake_windows_of_item ON remake_windows USING btree (quote_item_id);
--> statement-breakpoint
CREATE INDEX remakes_by_status ON remakes USING btree (status, created_at DESC NULLS LAST, id DESC NULLS LAST, maker_id, order_id) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX remakes_newest ON remakes USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX remakes_of_company ON remakes USING btree (company_id, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX remakes_of_order ON remakes USING btree (order_id);
--> statement-breakpoint
CREATE INDEX remakes_words ON remakes USING gin (words gin_trgm_ops) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX retail_links_accepted ON retail_links USING btree (quote_id) WHERE (accepted_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX retail_links_evidence_to_clear ON retail_links USING btree (accepted_at) WHERE (snapshot IS NOT NULL);
--> statement-breakpoint
CREATE INDEX retail_links_of_quote ON retail_links USING btree (quote_id, id DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX retail_links_to_clear ON retail_links USING btree (expires_at) WHERE ((snapshot IS NOT NULL) AND (accepted_at IS NULL));
--> statement-breakpoint
CREATE UNIQUE INDEX retail_links_token ON retail_links USING btree (token_hash);
--> statement-breakpoint
CREATE INDEX retail_logos_of_company ON retail_logos USING btree (company_id);
--> statement-breakpoint
CREATE INDEX retail_questions_of_link ON retail_questions USING btree (link_id);
--> statement-breakpoint
CREATE INDEX retail_questions_of_quote ON retail_questions USING btree (quote_id, id);
--> statement-breakpoint
CREATE INDEX retail_questions_unanswered ON retail_questions USING btree (quote_id) WHERE (answered_at IS NULL);
--> statement-breakpoint
CREATE INDEX sawn_parts_of_item ON sawn_parts USING btree (item_id);
--> statement-breakpoint
CREATE INDEX sessions_impersonator ON sessions USING btree (impersonator_id);
--> statement-breakpoint
CREATE INDEX sessions_last_seen ON sessions USING btree (last_seen_at);
--> statement-breakpoint
CREATE INDEX sessions_user ON sessions USING btree (user_id);
--> statement-breakpoint
CREATE INDEX users_by_company ON users USING btree (company_id);
--> statement-breakpoint
CREATE UNIQUE INDEX users_email_live ON users USING btree (lower(email)) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX users_newest ON users USING btree (created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE INDEX users_of_company_newest ON users USING btree (company_id, created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (deleted_at IS NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX window_templates_default ON window_templates USING btree (company_id) WHERE is_default;
--> statement-breakpoint
CREATE UNIQUE INDEX window_templates_names ON window_templates USING btree (company_id, lower(name));
--> statement-breakpoint
CREATE TRIGGER allocations_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON allocations FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
CREATE TRIGGER audit_entries_are_bounded BEFORE INSERT ON audit_entries FOR EACH ROW WHEN (((octet_length((new.before)::text) > 100000) OR (octet_length((new.after)::text) > 100000))) EXECUTE FUNCTION audit_entries_are_bounded();
--> statement-breakpoint
CREATE TRIGGER audit_entries_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_kept();
--> statement-breakpoint
CREATE TRIGGER bookkeeping_documents_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON bookkeeping_documents FOR EACH STATEMENT EXECUTE FUNCTION bookkeeping_is_kept();
--> statement-breakpoint
CREATE TRIGGER bookkeeping_exports_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON bookkeeping_exports FOR EACH STATEMENT EXECUTE FUNCTION bookkeeping_is_kept();
--> statement-breakpoint
CREATE TRIGGER bookkeeping_receipts_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON bookkeeping_receipts FOR EACH STATEMENT EXECUTE FUNCTION bookkeeping_is_kept();
--> statement-breakpoint
CREATE TRIGGER dispute_movements_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON dispute_movements FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_kept();
--> statement-breakpoint
CREATE TRIGGER invoices_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION invoices_are_kept();
--> statement-breakpoint
CREATE TRIGGER pieces_are_of_their_order BEFORE INSERT OR UPDATE OF order_id, item_id, piece ON order_pieces FOR EACH ROW EXECUTE FUNCTION piece_is_of_the_order();
--> statement-breakpoint
CREATE TRIGGER quote_items_stay BEFORE DELETE ON quote_items FOR EACH ROW EXECUTE FUNCTION windows_stay();
--> statement-breakpoint
CREATE TRIGGER remake_windows_are_the_orders BEFORE INSERT OR UPDATE ON remake_windows FOR EACH ROW EXECUTE FUNCTION remake_windows_are_the_orders();
--> statement-breakpoint
CREATE TRIGGER remake_windows_are_the_orders BEFORE UPDATE OF order_id ON remakes FOR EACH ROW EXECUTE FUNCTION remake_windows_are_the_orders();
--> statement-breakpoint
CREATE TRIGGER sage_accounts_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON sage_accounts FOR EACH STATEMENT EXECUTE FUNCTION bookkeeping_is_kept();
--> statement-breakpoint
ALTER TABLE ONLY account_checkout_lines
    ADD CONSTRAINT account_checkout_lines_checkout_id_account_checkouts_id_fk FOREIGN KEY (checkout_id) REFERENCES account_checkouts(id);
--> statement-breakpoint
ALTER TABLE ONLY account_checkout_lines
    ADD CONSTRAINT account_checkout_lines_number_invoices_number_fk FOREIGN KEY (number) REFERENCES invoices(number);
--> statement-breakpoint
ALTER TABLE ONLY account_checkouts
    ADD CONSTRAINT account_checkouts_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY account_checkouts
    ADD CONSTRAINT account_checkouts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY allocations
    ADD CONSTRAINT allocations_by_user_id_users_id_fk FOREIGN KEY (by_user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY allocations
    ADD CONSTRAINT allocations_dispute_id_disputes_id_fk FOREIGN KEY (dispute_id) REFERENCES disputes(id);
--> statement-breakpoint
ALTER TABLE ONLY allocations
    ADD CONSTRAINT allocations_number_invoice_balances_number_fk FOREIGN KEY (number) REFERENCES invoice_balances(number);
--> statement-breakpoint
ALTER TABLE ONLY allocations
    ADD CONSTRAINT allocations_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
--> statement-breakpoint
ALTER TABLE ONLY allocations
    ADD CONSTRAINT allocations_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_bars
    ADD CONSTRAINT bar_plan_bars_offcut_id_offcuts_id_fk FOREIGN KEY (offcut_id) REFERENCES offcuts(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_bars
    ADD CONSTRAINT bar_plan_bars_plan_id_bar_plans_id_fk FOREIGN KEY (plan_id) REFERENCES bar_plans(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_bars
    ADD CONSTRAINT bar_plan_bars_sawn_by_users_id_fk FOREIGN KEY (sawn_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_orders
    ADD CONSTRAINT bar_plan_orders_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plan_orders
    ADD CONSTRAINT bar_plan_orders_plan_id_bar_plans_id_fk FOREIGN KEY (plan_id) REFERENCES bar_plans(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plans
    ADD CONSTRAINT bar_plans_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY bar_plans
    ADD CONSTRAINT bar_plans_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_documents
    ADD CONSTRAINT bookkeeping_documents_export_id_bookkeeping_exports_id_fk FOREIGN KEY (export_id) REFERENCES bookkeeping_exports(id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_documents
    ADD CONSTRAINT bookkeeping_documents_number_invoices_number_fk FOREIGN KEY (number) REFERENCES invoices(number);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_exports
    ADD CONSTRAINT bookkeeping_exports_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_receipts
    ADD CONSTRAINT bookkeeping_receipts_export_id_bookkeeping_exports_id_fk FOREIGN KEY (export_id) REFERENCES bookkeeping_exports(id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_receipts
    ADD CONSTRAINT bookkeeping_receipts_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
--> statement-breakpoint
ALTER TABLE ONLY bookkeeping_receipts
    ADD CONSTRAINT bookkeeping_receipts_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id);
--> statement-breakpoint
ALTER TABLE ONLY checkout_sessions
    ADD CONSTRAINT checkout_sessions_checkout_id_account_checkouts_id_fk FOREIGN KEY (checkout_id) REFERENCES account_checkouts(id);
--> statement-breakpoint
ALTER TABLE ONLY checkout_sessions
    ADD CONSTRAINT checkout_sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY client_notes
    ADD CONSTRAINT client_notes_by_user_id_users_id_fk FOREIGN KEY (by_user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY client_notes
    ADD CONSTRAINT client_notes_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY companies
    ADD CONSTRAINT companies_approval_decided_by_users_id_fk FOREIGN KEY (approval_decided_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY dispute_movements
    ADD CONSTRAINT dispute_movements_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY dispute_movements
    ADD CONSTRAINT dispute_movements_dispute_id_disputes_id_fk FOREIGN KEY (dispute_id) REFERENCES disputes(id);
--> statement-breakpoint
ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
--> statement-breakpoint
ALTER TABLE ONLY documents_to_mail
    ADD CONSTRAINT documents_to_mail_number_invoices_number_fk FOREIGN KEY (number) REFERENCES invoices(number);
--> statement-breakpoint
ALTER TABLE ONLY first_invitations
    ADD CONSTRAINT first_invitations_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY former_referral_codes
    ADD CONSTRAINT former_referral_codes_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_invited_by_users_id_fk FOREIGN KEY (invited_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY invoice_balances
    ADD CONSTRAINT invoice_balances_of_invoice FOREIGN KEY (number, quote_id, company_id, gross_pence) REFERENCES invoices(number, quote_id, company_id, gross_pence);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_credits_invoices_number_fk FOREIGN KEY (credits) REFERENCES invoices(number);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id);
--> statement-breakpoint
ALTER TABLE ONLY invoices
    ADD CONSTRAINT invoices_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id);
--> statement-breakpoint
ALTER TABLE ONLY notifications
    ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY offcuts
    ADD CONSTRAINT offcuts_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY offcuts
    ADD CONSTRAINT offcuts_from_bar FOREIGN KEY (from_plan_id, from_bar) REFERENCES bar_plan_bars(plan_id, bar);
--> statement-breakpoint
ALTER TABLE ONLY order_hands
    ADD CONSTRAINT order_hands_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY order_hands
    ADD CONSTRAINT order_hands_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_messages
    ADD CONSTRAINT order_messages_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_messages
    ADD CONSTRAINT order_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_assembled_by_users_id_fk FOREIGN KEY (assembled_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_cut_by_users_id_fk FOREIGN KEY (cut_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_finished_by_users_id_fk FOREIGN KEY (finished_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_item_id_quote_items_id_fk FOREIGN KEY (item_id) REFERENCES quote_items(id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY order_pieces
    ADD CONSTRAINT order_pieces_packed_by_users_id_fk FOREIGN KEY (packed_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY order_status_changes
    ADD CONSTRAINT order_status_changes_by_user_id_users_id_fk FOREIGN KEY (by_user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY order_status_changes
    ADD CONSTRAINT order_status_changes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_as_quoted FOREIGN KEY (quote_id, company_id, user_id, total_pence, is_paid) REFERENCES quotes(id, company_id, user_id, final_total_pence, is_paid) ON UPDATE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_person_of_company FOREIGN KEY (user_id, company_id) REFERENCES users(id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_remake_id_remakes_id_fk FOREIGN KEY (remake_id) REFERENCES remakes(id);
--> statement-breakpoint
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_supplier_id_companies_id_fk FOREIGN KEY (supplier_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY password_resets
    ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_checkout_id_account_checkouts_id_fk FOREIGN KEY (checkout_id) REFERENCES account_checkouts(id);
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_recorded_by_users_id_fk FOREIGN KEY (recorded_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_voided_by_users_id_fk FOREIGN KEY (voided_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY price_changes
    ADD CONSTRAINT price_changes_by_user_id_users_id_fk FOREIGN KEY (by_user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY price_changes
    ADD CONSTRAINT price_changes_of_plan FOREIGN KEY (plan_id, first_day) REFERENCES price_plans(id, first_day) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY price_changes
    ADD CONSTRAINT price_changes_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
--> statement-breakpoint
ALTER TABLE ONLY price_plans
    ADD CONSTRAINT price_plans_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY product_names
    ADD CONSTRAINT product_names_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_name_is_kept FOREIGN KEY (id, name) REFERENCES product_names(product_id, name) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE ONLY products
    ADD CONSTRAINT products_supplier_id_companies_id_fk FOREIGN KEY (supplier_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY quotations
    ADD CONSTRAINT quotations_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY quote_items
    ADD CONSTRAINT quote_items_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY quote_items
    ADD CONSTRAINT quote_items_shutter_type_id_products_id_fk FOREIGN KEY (shutter_type_id) REFERENCES products(id);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_invoice_is_issued FOREIGN KEY (invoice_number) REFERENCES invoices(number);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_order_is_theirs FOREIGN KEY (id, order_id, company_id, user_id) REFERENCES orders(quote_id, id, company_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_person_of_company FOREIGN KEY (user_id, company_id) REFERENCES users(id, company_id);
--> statement-breakpoint
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_placed_by_users_id_fk FOREIGN KEY (placed_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY referrals
    ADD CONSTRAINT referrals_referred_company_id_companies_id_fk FOREIGN KEY (referred_company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY referrals
    ADD CONSTRAINT referrals_referrer_company_id_companies_id_fk FOREIGN KEY (referrer_company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_by_user_id_users_id_fk FOREIGN KEY (by_user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_invoice_number_invoices_number_fk FOREIGN KEY (invoice_number) REFERENCES invoices(number);
--> statement-breakpoint
ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
--> statement-breakpoint
ALTER TABLE ONLY remake_photos
    ADD CONSTRAINT remake_photos_of_a_reply FOREIGN KEY (remake_id, reply_id) REFERENCES remake_replies(remake_id, id);
--> statement-breakpoint
ALTER TABLE ONLY remake_photos
    ADD CONSTRAINT remake_photos_remake_id_remakes_id_fk FOREIGN KEY (remake_id) REFERENCES remakes(id);
--> statement-breakpoint
ALTER TABLE ONLY remake_replies
    ADD CONSTRAINT remake_replies_remake_id_remakes_id_fk FOREIGN KEY (remake_id) REFERENCES remakes(id);
--> statement-breakpoint
ALTER TABLE ONLY remake_replies
    ADD CONSTRAINT remake_replies_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY remake_windows
    ADD CONSTRAINT remake_windows_quote_item_id_quote_items_id_fk FOREIGN KEY (quote_item_id) REFERENCES quote_items(id);
--> statement-breakpoint
ALTER TABLE ONLY remake_windows
    ADD CONSTRAINT remake_windows_remake_id_remakes_id_fk FOREIGN KEY (remake_id) REFERENCES remakes(id);
--> statement-breakpoint
ALTER TABLE ONLY remakes
    ADD CONSTRAINT remakes_asked_by_users_id_fk FOREIGN KEY (asked_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY remakes
    ADD CONSTRAINT remakes_of_their_order FOREIGN KEY (quote_id, order_id, company_id, user_id) REFERENCES orders(quote_id, id, company_id, user_id);
--> statement-breakpoint
ALTER TABLE ONLY reminder_mails
    ADD CONSTRAINT reminder_mails_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY reminders
    ADD CONSTRAINT reminders_number_invoice_balances_number_fk FOREIGN KEY (number) REFERENCES invoice_balances(number);
--> statement-breakpoint
ALTER TABLE ONLY reminders
    ADD CONSTRAINT reminders_of_mail FOREIGN KEY (company_id, sent_on) REFERENCES reminder_mails(company_id, sent_on);
--> statement-breakpoint
ALTER TABLE ONLY retail_businesses
    ADD CONSTRAINT retail_businesses_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_businesses
    ADD CONSTRAINT retail_businesses_logo_id_retail_logos_id_fk FOREIGN KEY (logo_id) REFERENCES retail_logos(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_links
    ADD CONSTRAINT retail_links_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_links
    ADD CONSTRAINT retail_links_logo_id_retail_logos_id_fk FOREIGN KEY (logo_id) REFERENCES retail_logos(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_links
    ADD CONSTRAINT retail_links_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_logos
    ADD CONSTRAINT retail_logos_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_questions
    ADD CONSTRAINT retail_questions_answered_by_users_id_fk FOREIGN KEY (answered_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_questions
    ADD CONSTRAINT retail_questions_link_id_retail_links_id_fk FOREIGN KEY (link_id) REFERENCES retail_links(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_questions
    ADD CONSTRAINT retail_questions_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_quotations
    ADD CONSTRAINT retail_quotations_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id);
--> statement-breakpoint
ALTER TABLE ONLY retail_quotations
    ADD CONSTRAINT retail_quotations_quote_id_quotes_id_fk FOREIGN KEY (quote_id) REFERENCES quotes(id);
--> statement-breakpoint
ALTER TABLE ONLY sage_accounts
    ADD CONSTRAINT sage_accounts_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY sawn_parts
    ADD CONSTRAINT sawn_parts_from_bar FOREIGN KEY (plan_id, bar) REFERENCES bar_plan_bars(plan_id, bar);
--> statement-breakpoint
ALTER TABLE ONLY sawn_parts
    ADD CONSTRAINT sawn_parts_item_id_quote_items_id_fk FOREIGN KEY (item_id) REFERENCES quote_items(id);
--> statement-breakpoint
ALTER TABLE ONLY sawn_parts
    ADD CONSTRAINT sawn_parts_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
--> statement-breakpoint
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_impersonator_id_users_id_fk FOREIGN KEY (impersonator_id) REFERENCES users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY users
    ADD CONSTRAINT users_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY window_photos
    ADD CONSTRAINT window_photos_quote_item_id_quote_items_id_fk FOREIGN KEY (quote_item_id) REFERENCES quote_items(id) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE ONLY window_templates
    ADD CONSTRAINT window_templates_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
ALTER TABLE ONLY workshop_settings
    ADD CONSTRAINT workshop_settings_company_id_companies_id_fk FOREIGN KEY (company_id) REFERENCES companies(id);
--> statement-breakpoint
INSERT INTO invoice_counter (id, last_number) VALUES (1, 0);
