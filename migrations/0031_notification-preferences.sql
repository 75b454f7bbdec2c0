CREATE TABLE "digest_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "digest_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"related_id" integer,
	"send_on" date NOT NULL,
	CONSTRAINT "digest_notices_kind" CHECK ("digest_notices"."kind" in ('quote_sent','quote_changed','quote_to_place','retail','order_created','order_status','order_changed','order_message','remake_status','remake_reply','quote_placed','change_requested','order_corrected','incoming_message','incoming_remake','invoices_waiting','webhook'))
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sent_on" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_wishes" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"bell" boolean NOT NULL,
	"mail" text NOT NULL,
	CONSTRAINT "notice_wishes_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notice_wishes_kind" CHECK ("notice_wishes"."kind" in ('quote_sent','quote_changed','quote_to_place','retail','order_created','order_status','order_changed','order_message','remake_status','remake_reply','quote_placed','change_requested','order_corrected','incoming_message','incoming_remake','invoices_waiting','webhook')),
	CONSTRAINT "notice_wishes_mail" CHECK ("notice_wishes"."mail" in ('now','digest','none'))
);
--> statement-breakpoint
ALTER TABLE "digest_notices" ADD CONSTRAINT "digest_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_wishes" ADD CONSTRAINT "notice_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_notices_of_user" ON "digest_notices" USING btree ("user_id","send_on");