-- Finds a company by any part of its name without reading them all. pg_trgm is a trusted extension: a database's owner may create it. Where
-- that is forbidden, or the extension is not installed, a search reads the users, which are few.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS "pg_trgm";
  CREATE INDEX "users_names" ON "users" USING gin ("company_name" gin_trgm_ops, "contact_name" gin_trgm_ops, "email" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'Searches will read all users: %', SQLERRM;
END
$$;
