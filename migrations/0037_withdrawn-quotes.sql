ALTER TABLE "quotes" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_withdrawn" CHECK ("quotes"."withdrawn_at" is null or "quotes"."status" = 'declined');--> statement-breakpoint
-- It was not kept till now, but the audit trail tells: a draft that became declined was withdrawn.
UPDATE "quotes" q SET "withdrawn_at" = told."at"
FROM (
  SELECT "target_id", max("at") AS "at" FROM "audit_entries"
  WHERE "action" = 'quotes.changeStatus' AND "target_type" = 'quotes'
    AND "before"->>'quoteStatus' = 'draft' AND "after"->>'quoteStatus' = 'declined'
  GROUP BY "target_id") told
WHERE q."id" = told."target_id" AND q."status" = 'declined';
