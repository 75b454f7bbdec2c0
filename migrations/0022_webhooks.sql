CREATE TABLE "webhook_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"thing" text NOT NULL,
	"thing_id" integer NOT NULL,
	"order_id" integer,
	"number" text NOT NULL,
	"status" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"last_status" smallint,
	"last_fault" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_texts" CHECK (char_length("webhook_deliveries"."last_fault") <= 200),
	CONSTRAINT "webhook_deliveries_type" CHECK ("webhook_deliveries"."type" in ('quote.created','quote.sent','quote.placed','quote.accepted','quote.declined','order.created','order.status_changed','order.dates_changed','order.shipped','remake.created','remake.status_changed','remake.replied','invoice.issued','credit_note.issued','payment.received','webhook.test')),
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting','delivered','failed') and ("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."due_at" is not null)),
	CONSTRAINT "webhook_deliveries_attempts" CHECK ("webhook_deliveries"."attempts" between 0 and 10)
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"secret_sealed" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"stopped" text,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_texts" CHECK (char_length("webhooks"."url") <= 500),
	CONSTRAINT "webhooks_types" CHECK ("webhooks"."types" <@ array['quote.created','quote.sent','quote.placed','quote.accepted','quote.declined','order.created','order.status_changed','order.dates_changed','order.shipped','remake.created','remake.status_changed','remake.replied','invoice.issued','credit_note.issued','payment.received'] and cardinality("webhooks"."types") > 0),
	CONSTRAINT "webhooks_stopped" CHECK ("webhooks"."stopped" is null or (not "webhooks"."active" and "webhooks"."stopped" in ('gone','failing')))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","thing","thing_id","id") WHERE "webhook_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("due_at") WHERE "webhook_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_made" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_of_company" ON "webhooks" USING btree ("company_id");