/** True if a host is this machine itself. */
export const isLoopback = (host: string): boolean => /^(localhost|\[?::1\]?|127\.\d+\.\d+\.\d+)$/.test(host);

/**
 * True if mail must be encrypted: always to another machine, unless the address has
 * `requireTLS=false`. Without this rule nodemailer sends in plain text if the other side, or a
 * machine between, offers no encryption. Emails contain links that set a password.
 */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  return protocol === "smtp:" && !isLoopback(hostname) && searchParams.get("requireTLS") !== "false";
}

/**
 * Warnings about settings that send data unencrypted to other machines: a sentence each, for the
 * log at the start.
 */
export function listUnencrypted({
  publicUrl,
  databaseUrl,
  databaseOwnerUrl,
  smtpUrl,
  storage,
  stripeApiBase,
  metrics,
}: Settings): string[] {
  const sentences: string[] = [];
  if (isPlain(publicUrl))
    sentences.push(
      "PUBLIC_URL is http: passwords, cookies and prices can be read on the way. Put a proxy with TLS in front, and set the https address.",
    );
  // Without an address of its own the owner uses the portal's.
  const databases = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl === databaseUrl ? undefined : databaseOwnerUrl };
  for (const [name, url] of Object.entries(databases))
    if (url !== undefined && !isSafeConnection(url))
      sentences.push(
        `${name} names another machine without sslmode=verify-full: everything can be read and changed on its way to the database.`,
      );
  if (smtpUrl?.startsWith("smtp:") && !requiresTls(smtpUrl) && !isLoopback(new URL(smtpUrl).hostname))
    sentences.push("SMTP_URL says requireTLS=false for another machine: links that set a password can be read on the way.");
  if (isPlain(storage?.bucketUrl)) sentences.push("STORAGE_URL's endpoint is http: photos can be read on the way. Set the https address.");
  if (isPlain(stripeApiBase)) sentences.push("STRIPE_API_BASE is http: Stripe's secret key can be read on the way. Set the https address.");
  if (metrics !== undefined && !isLoopback(metrics.host))
    sentences.push("METRICS_HOST is beyond this machine: whoever reaches METRICS_PORT reads the metrics, and they are not encrypted.");
  return sentences;
}

interface Settings {
  readonly publicUrl: URL | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly storage: { readonly bucketUrl: URL } | undefined;
  readonly stripeApiBase: URL | undefined;
  readonly metrics: { readonly host: string } | undefined;
}

const isPlain = (url: URL | undefined): boolean => url?.protocol === "http:" && !isLoopback(url.hostname);

/** The modes that pg treats as verify-full, unless it is configured to be as lax as libpq. */
const VERIFIED = new Set(["prefer", "require", "verify-ca", "verify-full"]);

/**
 * True if the connection stays on this machine, or is encrypted to a verified server. An invalid
 * address fails at the connection.
 */
function isSafeConnection(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return true;
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = decodeURIComponent(searchParams.get("host") ?? hostname);
  if (host === "" || host.startsWith("/") || isLoopback(host)) return true;
  const mode = searchParams.get("sslmode") ?? "";
  return searchParams.has("uselibpqcompat") ? mode === "verify-full" : VERIFIED.has(mode);
}
