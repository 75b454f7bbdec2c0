CREATE TABLE "retail_businesses" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"trading_name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"website" text NOT NULL,
	"footer" text NOT NULL,
	"vat_registered" boolean NOT NULL,
	"vat_number" text NOT NULL,
	"markup_hundredths" integer NOT NULL,
	"fitting_price_pence" bigint NOT NULL,
	"fitting_per" text NOT NULL,
	"deposit_hundredths" integer NOT NULL,
	"valid_days" smallint NOT NULL,
	"lead_time_weeks" smallint,
	"terms" text NOT NULL,
	"bank_name" text NOT NULL,
	"sort_code" text NOT NULL,
	"account_number" text NOT NULL,
	"accent" text NOT NULL,
	"logo_id" integer,
	CONSTRAINT "retail_businesses_texts" CHECK ("retail_businesses"."trading_name" <> '' and char_length("retail_businesses"."trading_name") <= 120 and char_length("retail_businesses"."phone") <= 40 and char_length("retail_businesses"."email") <= 254 and char_length("retail_businesses"."address") <= 500 and char_length("retail_businesses"."website") <= 200 and char_length("retail_businesses"."footer") <= 500 and char_length("retail_businesses"."vat_number") <= 20 and char_length("retail_businesses"."terms") <= 4000 and char_length("retail_businesses"."bank_name") <= 60 and "retail_businesses"."sort_code" ~ '^([0-9]{6})?$' and "retail_businesses"."account_number" ~ '^([0-9]{8})?$' and "retail_businesses"."accent" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "retail_businesses_vat" CHECK (not "retail_businesses"."vat_registered" or "retail_businesses"."vat_number" <> ''),
	CONSTRAINT "retail_businesses_figures" CHECK ("retail_businesses"."markup_hundredths" between 0 and 40000 and "retail_businesses"."fitting_price_pence" between 0 and 1000000
        and "retail_businesses"."fitting_per" in ('window', 'job') and "retail_businesses"."deposit_hundredths" between 0 and 10000
        and "retail_businesses"."valid_days" between 1 and 90 and "retail_businesses"."lead_time_weeks" between 0 and 52)
);
--> statement-breakpoint
CREATE TABLE "retail_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retail_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quote_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"snapshot" text,
	"snapshot_hash" text NOT NULL,
	"logo_id" integer,
	"opened_at" timestamp (3) with time zone,
	"opens" integer DEFAULT 0 NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"reason" text,
	"accepted_at" timestamp (3) with time zone,
	"accepted_name" text,
	"accepted_email" text,
	"accepted_extras" smallint[],
	"accepted_total_pence" bigint,
	"accepted_sentence" text,
	"accepted_ip" text,
	"accepted_browser" text,
	CONSTRAINT "retail_links_texts" CHECK (char_length("retail_links"."reason") <= 500 and char_length("retail_links"."accepted_name") <= 120 and char_length("retail_links"."accepted_email") <= 254 and char_length("retail_links"."accepted_browser") <= 500 and "retail_links"."token_hash" ~ '^[0-9a-f]{64}$' and "retail_links"."snapshot_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "retail_links_one_end" CHECK (num_nonnulls("retail_links"."accepted_at", "retail_links"."declined_at", "retail_links"."revoked_at", "retail_links"."superseded_at") <= 1),
	CONSTRAINT "retail_links_evidence" CHECK (case when "retail_links"."accepted_at" is null
        then num_nonnulls("retail_links"."accepted_name", "retail_links"."accepted_extras", "retail_links"."accepted_total_pence", "retail_links"."accepted_sentence", "retail_links"."accepted_ip", "retail_links"."accepted_browser", "retail_links"."accepted_email") = 0
        else "retail_links"."snapshot" is not null
          and num_nulls("retail_links"."accepted_name", "retail_links"."accepted_extras", "retail_links"."accepted_total_pence", "retail_links"."accepted_sentence", "retail_links"."accepted_ip", "retail_links"."accepted_browser") = 0 end)
);
--> statement-breakpoint
CREATE TABLE "retail_logos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retail_logos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"type" text NOT NULL,
	"width" smallint NOT NULL,
	"height" smallint NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retail_logos_type" CHECK ("retail_logos"."type" in ('image/png', 'image/jpeg')),
	CONSTRAINT "retail_logos_size" CHECK ("retail_logos"."width" between 1 and 1200 and "retail_logos"."height" between 1 and 400 and octet_length("retail_logos"."content") > 0)
);
--> statement-breakpoint
CREATE TABLE "retail_quotations" (
	"quote_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"shown_hash" text NOT NULL,
	"changed_by" integer NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_address" text NOT NULL,
	"markup_hundredths" integer NOT NULL,
	"deposit_hundredths" integer NOT NULL,
	"fitting_price_pence" bigint NOT NULL,
	"fitting_per" text NOT NULL,
	"fitting_typed_pence" bigint,
	"extras" jsonb NOT NULL,
	"windows" jsonb NOT NULL,
	CONSTRAINT "retail_quotations_texts" CHECK (char_length("retail_quotations"."customer_name") <= 120 and char_length("retail_quotations"."customer_email") <= 254 and char_length("retail_quotations"."customer_address") <= 500 and "retail_quotations"."shown_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "retail_quotations_counts" CHECK ("retail_quotations"."version" >= 1 and "retail_quotations"."revision" >= 1),
	CONSTRAINT "retail_quotations_figures" CHECK ("retail_quotations"."markup_hundredths" between 0 and 40000 and "retail_quotations"."deposit_hundredths" between 0 and 10000
        and "retail_quotations"."fitting_price_pence" between 0 and 1000000 and "retail_quotations"."fitting_per" in ('window', 'job')
        and jsonb_array_length("retail_quotations"."extras") <= 20)
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_texts";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "material" text;--> statement-breakpoint
ALTER TABLE "retail_businesses" ADD CONSTRAINT "retail_businesses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_businesses" ADD CONSTRAINT "retail_businesses_logo_id_retail_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."retail_logos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_links" ADD CONSTRAINT "retail_links_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_links" ADD CONSTRAINT "retail_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_links" ADD CONSTRAINT "retail_links_logo_id_retail_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."retail_logos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_logos" ADD CONSTRAINT "retail_logos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_quotations" ADD CONSTRAINT "retail_quotations_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_quotations" ADD CONSTRAINT "retail_quotations_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "retail_links_token" ON "retail_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "retail_links_of_quote" ON "retail_links" USING btree ("quote_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "retail_links_accepted" ON "retail_links" USING btree ("quote_id") WHERE "retail_links"."accepted_at" is not null;--> statement-breakpoint
CREATE INDEX "retail_links_to_clear" ON "retail_links" USING btree ("expires_at") WHERE "retail_links"."snapshot" is not null and "retail_links"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "retail_logos_of_company" ON "retail_logos" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_texts" CHECK (char_length("products"."name") <= 120 and "products"."name" = without_blank_ends("products"."name") and char_length("products"."description") <= 2000 and char_length("products"."material") <= 40 and "products"."material" = without_blank_ends("products"."material") and cardinality("products"."color_options") <= 60 and char_length(array_to_string("products"."color_options", '')) <= 3600 and cardinality("products"."standard_louver_sizes") <= 60);