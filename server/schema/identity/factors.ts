import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { FACTOR_REQUIREMENTS } from "#shared/contract/identity/security.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { at, createdAt, id, texts, trimmed } from "../columns.ts";
import { users } from "../companies-and-users.ts";

/** A challenge of one purpose is no challenge of another. */
const CHALLENGE_PURPOSES = ["enrol", "sign-in", "prove"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/**
 * The authenticator app of an account (rule A37). The secrets are sealed. An app that waits for its
 * first code stands beside the one that it will replace.
 */
export const totpApps = pgTable(
  "totp_apps",
  {
    userId: integer("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    secretSealed: text("secret_sealed"),
    /** The time at which the app became active. */
    activeSince: at("active_since"),
    lastUsedAt: at("last_used_at"),
    /** The last time step of 30 seconds whose code was used: a code authenticates once. */
    lastStep: integer("last_step").notNull().default(0),
    waitingSealed: text("waiting_sealed"),
    waitingSince: at("waiting_since"),
  },
  (t) => [
    check("totp_apps_active", sql`(${t.secretSealed} is null) = (${t.activeSince} is null)`),
    check("totp_apps_waiting", sql`(${t.waitingSealed} is null) = (${t.waitingSince} is null)`),
    check("totp_apps_some", sql`${t.secretSealed} is not null or ${t.waitingSealed} is not null`),
  ],
);

/** The passkeys of accounts (rule A42). A removed passkey has no row. */
export const passkeys = pgTable(
  "passkeys",
  {
    id,
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The authenticator's own id of the passkey, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** The public key as COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** The number of uses that the authenticator reported last; a lower one is a copy's. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    createdAt,
    lastUsedAt: at("last_used_at"),
  },
  (t) => [
    texts("passkeys", trimmed(t.name, LONGEST.passkeyName)),
    check("passkeys_key", sql`char_length(${t.credentialId}) between 1 and 1400 and char_length(${t.publicKey}) between 1 and 8192`),
    index("passkeys_of_user").on(t.userId),
  ],
);

/** The challenges that wait for a passkey's reply. A used challenge has no row. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challengeHash: text("challenge_hash").primaryKey(),
    /** The hash of the session, or of a visitor's device, that requested the challenge. */
    holderHash: text("holder_hash").notNull(),
    purpose: text("purpose", { enum: CHALLENGE_PURPOSES }).notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    check("passkey_challenges_hashes", sql`char_length(${t.challengeHash}) = 43 and char_length(${t.holderHash}) = 43`),
    check("passkey_challenges_purpose", sql`${t.purpose} in ('enrol', 'sign-in', 'prove')`),
    index("passkey_challenges_expiry").on(t.expiresAt),
  ],
);

/** The recovery codes that are left, as HMAC-SHA-256 (rule A38). A used code has no row. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] }), check("recovery_codes_hash", sql`char_length(${t.codeHash}) = 43`)],
);

/** A single row: the people who need a second factor (rule A41). No row: nobody. */
export const securitySettings = pgTable(
  "security_settings",
  {
    id: integer("id").primaryKey().default(1),
    requireSecondFactor: text("require_second_factor", { enum: FACTOR_REQUIREMENTS }).notNull(),
  },
  (t) => [
    check("security_settings_one_row", sql`${t.id} = 1`),
    check("security_settings_factor", sql`${t.requireSecondFactor} in ('nobody', 'staff', 'everyone')`),
  ],
);
