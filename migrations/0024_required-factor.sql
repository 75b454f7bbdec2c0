CREATE TABLE "security_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"require_second_factor" text NOT NULL,
	CONSTRAINT "security_settings_one_row" CHECK ("security_settings"."id" = 1),
	CONSTRAINT "security_settings_factor" CHECK ("security_settings"."require_second_factor" in ('nobody', 'staff', 'everyone'))
);
