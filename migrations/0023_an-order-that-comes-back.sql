-- A payment counts the live order of its quote. So an order that comes back waits for a payment that is under way: counted before its commit
-- the order would be kept as unpaid, and the payment has passed it over.
CREATE OR REPLACE FUNCTION "recount_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'quotes' THEN
    PERFORM recount_order(id) FROM orders WHERE quote_id = NEW.id AND deleted_at IS NULL ORDER BY id;
  ELSIF TG_TABLE_NAME = 'orders' THEN
    IF TG_OP = 'UPDATE' AND OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
      PERFORM FROM quotes WHERE id = NEW.quote_id FOR SHARE;
    END IF;
    PERFORM recount_order(coalesce(NEW.id, OLD.id));
  ELSE
    IF TG_OP <> 'INSERT' THEN PERFORM recount_order(OLD.order_id); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM recount_order(NEW.order_id); END IF;
  END IF;
  RETURN NULL;
END
$$;
