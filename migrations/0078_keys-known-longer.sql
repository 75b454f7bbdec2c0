DROP INDEX "idempotency_keys_age";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "known_until" timestamp (3) with time zone DEFAULT now() + interval '24 hours' NOT NULL;--> statement-breakpoint
CREATE INDEX "idempotency_keys_end" ON "idempotency_keys" USING btree ("known_until");