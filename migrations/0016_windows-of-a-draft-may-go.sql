-- An edit of a draft replaces its windows. Those of any other quote are what was offered, ordered or billed: they stay.
CREATE FUNCTION "windows_stay"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "quotes" WHERE "id" = OLD."quote_id" AND "status" <> 'draft') THEN
    RAISE EXCEPTION 'The windows of a quote that is no draft stay' USING ERRCODE = 'check_violation', CONSTRAINT = 'quote_items_stay';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "quote_items_stay" BEFORE DELETE ON "quote_items" FOR EACH ROW EXECUTE FUNCTION "windows_stay"();
