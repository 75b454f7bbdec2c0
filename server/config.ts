import { readFileSync } from "node:fs";
import { z } from "zod";
import { readStorageUrl, type StorageSettings } from "./platform/photos/storage-url.ts";
import { isLoopback, listUnencrypted } from "./platform/security/unencrypted.ts";

/** A wrong or missing setting. The start prints the error's message, one sentence, and exits. */
export class ConfigError extends Error {}

export function wrongSetting(sentence: string): never {
  throw new ConfigError(sentence);
}

const port = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a number from 0 to 65535`)
    .transform(Number)
    .refine((value) => value <= 65_535, `${name} must be a number from 0 to 65535`);
const secret = (name: string) => z.string().min(32, `${name} must be at least 32 characters`).optional();
const webAddress = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an address that begins with http:// or https://` })
    .transform((text) => new URL(text));
/**
 * An address, or a name and an address in angle brackets. A comma in an unquoted name would make it
 * two senders.
 */
const ADDRESS = String.raw`[^\s<>@,;:"()]+@[^\s<>@,;:"()]+`;
const SENDER = new RegExp(String.raw`^(?:${ADDRESS}|(?:"[^"\\\r\n]*"|[^<>@,;:"()\r\n]*)\s*<${ADDRESS}>)$`);
const flag = (name: string) => z.enum(["0", "1"], `${name} must be 0 or 1`);

const environment = z.object({
  PORT: port("PORT").default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "DATABASE_URL must begin with postgres:// or postgresql://")
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "DATABASE_OWNER_URL must begin with postgres:// or postgresql://")
    .optional(),
  DATA_DIR: z.string().default("./data"),
  SUPER_ADMIN_EMAIL: z.email("SUPER_ADMIN_EMAIL must be an email address").optional(),
  SUPER_ADMIN_PASSWORD: z
    .string()
    .min(6, "SUPER_ADMIN_PASSWORD must be at least 6 characters")
    .max(128, "SUPER_ADMIN_PASSWORD must be at most 128 characters")
    .optional(),
  DEMO: flag("DEMO").optional(),
  SESSION_SECRET: secret("SESSION_SECRET"),
  ENCRYPTION_KEY: secret("ENCRYPTION_KEY"),
  SESSION_SECRET_OLD: secret("SESSION_SECRET_OLD"),
  ENCRYPTION_KEY_OLD: secret("ENCRYPTION_KEY_OLD"),
  PUBLIC_URL: webAddress("PUBLIC_URL").optional(),
  PRODUCT_NAME: z
    .string()
    .trim()
    .min(1, "PRODUCT_NAME must not be blank")
    .max(60, "PRODUCT_NAME must be at most 60 characters")
    .default("Tiltrod"),
  TRUST_PROXY: z.string().regex(/^\d$/, "TRUST_PROXY must be the number of proxies, from 0 to 9").transform(Number).default(0),
  WRITE_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "WRITE_LIMIT must be a number of writes a minute, from 1")
    .transform(Number)
    .default(120),
  READ_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, "READ_LIMIT must be a number of reads a minute, from 1")
    .transform(Number)
    .default(1200),
  LEAKED_PASSWORDS: z.string().optional(),
  OFFLINE_TABLETS: flag("OFFLINE_TABLETS").default("1"),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,2}$/, "DRAIN_SECONDS must be a number of seconds, from 0 to 99")
    .transform(Number)
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "SMTP_URL must begin with smtp:// or smtps://")
    .refine((text) => URL.canParse(text), "SMTP_URL is not an address: signs like / or @ in its password have to be written as %2F or %40")
    .optional(),
  MAIL_FROM: z.string().trim().regex(SENDER, "MAIL_FROM must be an email address, alone or as Name <name@company.example>").optional(),
  STRIPE_API_BASE: webAddress("STRIPE_API_BASE").optional(),
  STORAGE_URL: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  METRICS_PORT: port("METRICS_PORT").optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"], "LOG_LEVEL must be debug, info, warn, error or silent").default("info"),
});

/**
 * The variables that hold a secret. Each has a variant `NAME_FILE`: the path of a file that holds
 * the value.
 */
export const SECRETS = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "SUPER_ADMIN_PASSWORD",
  "SESSION_SECRET",
  "ENCRYPTION_KEY",
  "SESSION_SECRET_OLD",
  "ENCRYPTION_KEY_OLD",
  "SMTP_URL",
  "STORAGE_URL",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
] as const satisfies readonly (keyof z.input<typeof environment>)[];

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  /**
   * Connects as the database's owner, for migrations, backup and restore; equals `databaseUrl` by
   * default.
   */
  readonly databaseOwnerUrl: string | undefined;
  readonly dataDir: string;
  readonly superAdmin: { readonly email: string; readonly password: string } | undefined;
  readonly demo: boolean;
  readonly secrets: { readonly session: string | undefined; readonly encryption: string | undefined };
  /** Secrets that are being replaced: they still verify signatures and open sealed values. */
  readonly earlierSecrets: { readonly session: string | undefined; readonly encryption: string | undefined };
  readonly publicUrl: URL | undefined;
  readonly productName: string;
  readonly trustProxy: number;
  /** The most writes that one account may send in a minute. */
  readonly writeLimit: number;
  /** The most reads that one account may send in a minute. */
  readonly readLimit: number;
  /** The file of leaked passwords' hashes; undefined: leaked passwords are not known. */
  readonly leakedPasswords: string | undefined;
  /** If true, suppliers' tablets store the board and unsent changes while they have no network. */
  readonly offlineTablets: boolean;
  /**
   * Seconds for which the portal still answers after SIGTERM, so that a proxy redirects its
   * requests.
   */
  readonly drainSeconds: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly stripeApiBase: URL | undefined;
  /** The object store for photos; without it they are stored in the data folder. */
  readonly storage: StorageSettings | undefined;
  /** The address that Prometheus reads; undefined: no metrics. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  readonly logLevel: string;
}

/** Settings that are valid but risky: one sentence each, which the start logs as a warning. */
export function listWarnings(config: Config): string[] {
  const { publicUrl, trustProxy, host } = config;
  const sentences = listUnencrypted(config);
  if (publicUrl?.protocol === "https:" && trustProxy === 0) {
    sentences.push(
      "PUBLIC_URL is https, and TRUST_PROXY is 0: the portal receives plain http, ignores X-Forwarded-Proto, and so nobody can sign in. " +
        "Set TRUST_PROXY to the number of proxies in front.",
    );
  }
  if (publicUrl === undefined && /^(0\.0\.0\.0|::)$/.test(host)) {
    sentences.push(`HOST is ${host}, and PUBLIC_URL is not set: the portal answers only to this machine's own names. Set PUBLIC_URL.`);
  }
  return sentences;
}

/** True if only people at this machine reach the portal: a loopback host and name, and no proxy. */
export const isForThisMachine = ({ host, publicUrl, trustProxy }: Pick<Config, "host" | "publicUrl" | "trustProxy">): boolean =>
  isLoopback(host) && (publicUrl === undefined || isLoopback(publicUrl.hostname)) && trustProxy === 0;

/** Reads the secrets for which the environment names files. */
function secretsOfFiles(given: Readonly<Record<string, string>>): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: set one of them`);
    secrets[name] = secretOfFile(`${name}_FILE`, file);
  }
  return secrets;
}

/** The file's text without the newline that an editor or `echo` adds at its end. */
function secretOfFile(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new ConfigError(`${name} names a file that cannot be read: ${(error as Error).message}`);
  }
  // An empty file that counted as unset would start the portal on another database, or without
  // mail.
  if (text === "") throw new ConfigError(`${name} names an empty file: ${file}`);
  return text;
}

/**
 * Reads and checks the environment, once, at the start (rule B1). An empty variable counts as
 * unset.
 * @throws ConfigError with one sentence that names the variable.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const variables = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const result = environment.safeParse({ ...variables, ...secretsOfFiles(variables) });
  if (!result.success) throw new ConfigError(result.error.issues[0]?.message ?? "The configuration is not valid");
  const e = result.data;
  if (e.DATABASE_URL !== undefined) {
    for (const name of ["SESSION_SECRET", "ENCRYPTION_KEY"] as const) {
      if (e[name] === undefined) throw new ConfigError(`${name} is required when DATABASE_URL is set`);
    }
  }
  if (e.DATABASE_OWNER_URL !== undefined && e.DATABASE_URL === undefined)
    throw new ConfigError("DATABASE_URL is required beside DATABASE_OWNER_URL");
  for (const name of ["SESSION_SECRET", "ENCRYPTION_KEY"] as const) {
    if (e[name] !== undefined && e[name] === e[`${name}_OLD`])
      throw new ConfigError(`${name}_OLD is the one before ${name}, and must be another`);
  }
  if ((e.SUPER_ADMIN_EMAIL === undefined) !== (e.SUPER_ADMIN_PASSWORD === undefined)) {
    throw new ConfigError(
      `${e.SUPER_ADMIN_EMAIL === undefined ? "SUPER_ADMIN_EMAIL" : "SUPER_ADMIN_PASSWORD"} is required beside the other one`,
    );
  }
  const storage =
    e.STORAGE_URL === undefined
      ? undefined
      : readStorageUrl(e.STORAGE_URL, {
          accessKeyId: e.AWS_ACCESS_KEY_ID,
          secretAccessKey: e.AWS_SECRET_ACCESS_KEY,
          sessionToken: e.AWS_SESSION_TOKEN,
          region: e.AWS_REGION,
        });
  if (typeof storage === "string") wrongSetting(storage);
  return {
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? e.DATABASE_URL,
    dataDir: e.DATA_DIR,
    superAdmin:
      e.SUPER_ADMIN_EMAIL && e.SUPER_ADMIN_PASSWORD ? { email: e.SUPER_ADMIN_EMAIL, password: e.SUPER_ADMIN_PASSWORD } : undefined,
    // The demo's passwords are public, so a demo that other machines reach needs an explicit
    // DEMO=1.
    demo:
      e.DEMO === undefined
        ? e.DATABASE_URL === undefined && isForThisMachine({ host: e.HOST, publicUrl: e.PUBLIC_URL, trustProxy: e.TRUST_PROXY })
        : e.DEMO === "1",
    secrets: { session: e.SESSION_SECRET, encryption: e.ENCRYPTION_KEY },
    earlierSecrets: { session: e.SESSION_SECRET_OLD, encryption: e.ENCRYPTION_KEY_OLD },
    publicUrl: e.PUBLIC_URL,
    productName: e.PRODUCT_NAME,
    trustProxy: e.TRUST_PROXY,
    writeLimit: e.WRITE_LIMIT,
    readLimit: e.READ_LIMIT,
    leakedPasswords: e.LEAKED_PASSWORDS,
    offlineTablets: e.OFFLINE_TABLETS === "1",
    // Without a proxy no other process takes the requests over, and Ctrl-C should stop at once.
    drainSeconds: e.DRAIN_SECONDS ?? (e.TRUST_PROXY > 0 ? 5 : 0),
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    stripeApiBase: e.STRIPE_API_BASE,
    storage,
    metrics: e.METRICS_PORT === undefined ? undefined : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    logLevel: e.LOG_LEVEL,
  };
}
