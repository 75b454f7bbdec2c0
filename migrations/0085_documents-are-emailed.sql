CREATE TABLE "documents_to_mail" (
	"number" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "mail_invoices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_to_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "notified_shipping_date" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "notified_arrival" date;--> statement-breakpoint
ALTER TABLE "documents_to_mail" ADD CONSTRAINT "documents_to_mail_number_invoices_number_fk" FOREIGN KEY ("number") REFERENCES "public"."invoices"("number") ON DELETE no action ON UPDATE no action;