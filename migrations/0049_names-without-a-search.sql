-- Searches read search_name, which has no such index; the list of users asks for any of two tables' names at once, which no index answers.
DROP INDEX IF EXISTS "users_names";--> statement-breakpoint
DROP INDEX IF EXISTS "companies_names";
