ALTER TABLE "retail_links" DROP CONSTRAINT "retail_links_evidence";--> statement-breakpoint
ALTER TABLE "retail_links" ALTER COLUMN "snapshot_hash" DROP NOT NULL;--> statement-breakpoint
UPDATE "retail_links" SET "snapshot_hash" = NULL WHERE "snapshot" IS NULL;--> statement-breakpoint
CREATE INDEX "retail_links_evidence_to_clear" ON "retail_links" USING btree ("accepted_at") WHERE "retail_links"."snapshot" is not null;--> statement-breakpoint
ALTER TABLE "retail_links" ADD CONSTRAINT "retail_links_snapshot" CHECK (("retail_links"."snapshot" is null) = ("retail_links"."snapshot_hash" is null));--> statement-breakpoint
ALTER TABLE "retail_links" ADD CONSTRAINT "retail_links_evidence" CHECK (num_nulls("retail_links"."accepted_name", "retail_links"."accepted_extras", "retail_links"."accepted_total_pence", "retail_links"."accepted_sentence", "retail_links"."accepted_ip", "retail_links"."accepted_browser") in (0, 6)
        and ("retail_links"."accepted_name" is null or "retail_links"."accepted_at" is not null)
        and ("retail_links"."accepted_email" is null or "retail_links"."accepted_name" is not null)
        and ("retail_links"."accepted_at" is null or ("retail_links"."accepted_name" is null) = ("retail_links"."snapshot" is null)));