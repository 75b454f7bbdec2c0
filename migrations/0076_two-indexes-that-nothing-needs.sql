DROP INDEX "sage_accounts_of_company";--> statement-breakpoint
DROP INDEX "price_plans_by_day";