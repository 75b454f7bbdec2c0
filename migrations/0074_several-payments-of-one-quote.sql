ALTER TABLE "payments" DROP CONSTRAINT "payments_held";--> statement-breakpoint
DROP INDEX "payments_one_held_per_quote";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_held" CHECK (not "payments"."is_held" or ("payments"."settles" and "payments"."quote_id" is not null));