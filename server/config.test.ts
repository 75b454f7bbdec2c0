import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigError, listWarnings, readConfig, SECRETS } from "./config.ts";

const sentence = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return "accepted";
};

describe("configuration", () => {
  test("an empty environment starts a demo on this machine's own address", () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: "127.0.0.1", demo: true, productName: "Tiltrod", trustProxy: 0 });
  });

  test.each([
    [{}, true],
    [{ HOST: "localhost", PUBLIC_URL: "http://localhost:3000" }, true],
    [{ HOST: "::1", PUBLIC_URL: "http://[::1]:3000" }, true],
    [{ PUBLIC_URL: "https://portal.example", TRUST_PROXY: "1" }, false],
    [{ PUBLIC_URL: "https://portal.example" }, false],
    [{ PUBLIC_URL: "http://127.example.com" }, false],
    [{ TRUST_PROXY: "1" }, false],
    [{ HOST: "0.0.0.0" }, false],
    [{ HOST: "127.example.com" }, false],
    [{ PUBLIC_URL: "https://portal.example", TRUST_PROXY: "1", DEMO: "1" }, true],
    [{ DEMO: "0" }, false],
  ])("the environment %j fills the demo without DEMO=1: %s", (env: Record<string, string>, demo) => {
    expect(readConfig(env).demo).toBe(demo);
  });

  test("the demo is never open to a network by accident", () => {
    expect(readConfig({ HOST: "0.0.0.0" }).demo).toBe(false);
    expect(readConfig({ HOST: "0.0.0.0", DEMO: "1" }).demo).toBe(true);
    expect(readConfig({ HOST: "localhost" }).demo).toBe(true);
    const secrets = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_KEY: "e".repeat(32) };
    expect(readConfig({ DATABASE_URL: "postgres://h/d", ...secrets }).demo).toBe(false);
  });

  test.each([
    [{ PORT: "http" }, "PORT must be a number from 0 to 65535"],
    [{ PORT: "70000" }, "PORT must be a number from 0 to 65535"],
    [{ DATABASE_URL: "mysql://h/d" }, "DATABASE_URL must begin with postgres:// or postgresql://"],
    [{ DATABASE_URL: "postgres://h/d", ENCRYPTION_KEY: "e".repeat(32) }, "SESSION_SECRET is required when DATABASE_URL is set"],
    [{ DATABASE_URL: "postgres://h/d", SESSION_SECRET: "s".repeat(32) }, "ENCRYPTION_KEY is required when DATABASE_URL is set"],
    [{ DATABASE_OWNER_URL: "h/d" }, "DATABASE_OWNER_URL must begin with postgres:// or postgresql://"],
    [{ DATABASE_OWNER_URL: "postgres://o@h/d" }, "DATABASE_URL is required beside DATABASE_OWNER_URL"],
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET must be at least 32 characters"],
    [{ PUBLIC_URL: "portal.example" }, "PUBLIC_URL must be an address that begins with http:// or https://"],
    [
      { SMTP_URL: "smtp://u:p/w@mail.example" },
      "SMTP_URL is not an address: signs like / or @ in its password have to be written as %2F or %40",
    ],
    [{ DEMO: "yes" }, "DEMO must be 0 or 1"],
    [{ DRAIN_SECONDS: "soon" }, "DRAIN_SECONDS must be a number of seconds, from 0 to 99"],
    [{ READ_LIMIT: "0" }, "READ_LIMIT must be a number of reads a minute, from 1"],
    [{ WRITE_LIMIT: "many" }, "WRITE_LIMIT must be a number of writes a minute, from 1"],
    [{ TRUST_PROXY: "true" }, "TRUST_PROXY must be the number of proxies, from 0 to 9"],
    [{ METRICS_PORT: "yes" }, "METRICS_PORT must be a number from 0 to 65535"],
    [{ SESSION_SECRET_OLD: "short" }, "SESSION_SECRET_OLD must be at least 32 characters"],
    [
      { ENCRYPTION_KEY: "e".repeat(32), ENCRYPTION_KEY_OLD: "e".repeat(32) },
      "ENCRYPTION_KEY_OLD is the one before ENCRYPTION_KEY, and must be another",
    ],
    [{ MAIL_FROM: "Tiltrod" }, "MAIL_FROM must be an email address, alone or as Name <name@company.example>"],
    [{ MAIL_FROM: "Shutters, Ltd <a@b.co>" }, "MAIL_FROM must be an email address, alone or as Name <name@company.example>"],
    [{ MAIL_FROM: "a@b.co, c@d.co" }, "MAIL_FROM must be an email address, alone or as Name <name@company.example>"],
    [{ MAIL_FROM: "A <a@b.co>\r\nBcc: c@d.co" }, "MAIL_FROM must be an email address, alone or as Name <name@company.example>"],
    [{ SUPER_ADMIN_EMAIL: "a@b.co" }, "SUPER_ADMIN_PASSWORD is required beside the other one"],
  ])("the setting %j is refused with a sentence that names the variable", (env, expected) => {
    expect(sentence(env)).toBe(expected);
  });

  test.each(["a@b.co", "no-reply@localhost", "Tiltrod <a@b.co>", "Müller & Sons <orders+uk@b.co>", '"Shutters, Ltd" <a@b.co>', "<a@b.co>"])(
    "the text %s is accepted as a sender of mails",
    (from) => {
      expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
    },
  );

  test("https without TRUST_PROXY and a network address without PUBLIC_URL cause a warning that names the setting", () => {
    const of = (env: Record<string, string>) => listWarnings(readConfig(env));
    expect(of({ PUBLIC_URL: "https://portal.example" })).toEqual([expect.stringMatching(/nobody can sign in.*Set TRUST_PROXY/)]);
    expect(of({ PUBLIC_URL: "https://portal.example", TRUST_PROXY: "1" })).toEqual([]);
    expect(of({ HOST: "0.0.0.0" })).toEqual([expect.stringMatching(/Set PUBLIC_URL/)]);
    expect(of({ HOST: "0.0.0.0", PUBLIC_URL: "https://portal.example", TRUST_PROXY: "1" })).toEqual([]);
    expect(of({})).toEqual([]);
  });

  const REMOTE = { SESSION_SECRET: "s".repeat(32), ENCRYPTION_KEY: "e".repeat(32) };
  const KEYS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
  test.each([
    ["PUBLIC_URL", { PUBLIC_URL: "http://portal.example" }],
    ["DATABASE_URL", { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d" }],
    ["DATABASE_URL", { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d?sslmode=disable" }],
    ["DATABASE_URL", { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d?sslmode=no-verify" }],
    ["DATABASE_URL", { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d?sslmode=require&uselibpqcompat=true" }],
    ["DATABASE_URL", { ...REMOTE, DATABASE_URL: "postgres://u:p@localhost/d?host=db.example" }],
    [
      "DATABASE_OWNER_URL",
      { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d?sslmode=verify-full", DATABASE_OWNER_URL: "postgres://o:p@db.example/d" },
    ],
    ["SMTP_URL", { SMTP_URL: "smtp://u:p@mail.example:587?requireTLS=false" }],
    ["STORAGE_URL", { ...KEYS, STORAGE_URL: "s3://photos?endpoint=http://storage.example:9000" }],
    ["STRIPE_API_BASE", { STRIPE_API_BASE: "http://stripe.example" }],
    ["METRICS_HOST", { METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" }],
  ])("a connection that leaves this machine unencrypted causes a warning that names %s: %j", (name, env) => {
    expect(listWarnings(readConfig(env))).toEqual([expect.stringMatching(new RegExp(`^${name}\\b.*\\.$`))]);
  });

  test.each([
    { PUBLIC_URL: "http://localhost:3000" },
    { PUBLIC_URL: "http://[::1]:3000" },
    { ...REMOTE, DATABASE_URL: "postgres://u:p@127.0.0.1:5432/d" },
    { ...REMOTE, DATABASE_URL: "postgres:///d?host=/var/run/postgresql" },
    { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d?sslmode=verify-full" },
    { ...REMOTE, DATABASE_URL: "postgres://u:p@db.example/d?sslmode=require" },
    { SMTP_URL: "smtps://u:p@mail.example" },
    { SMTP_URL: "smtp://u:p@mail.example:587" },
    { SMTP_URL: "smtp://127.0.0.1:2525" },
    { ...KEYS, STORAGE_URL: "s3://photos?endpoint=https://storage.example" },
    { STRIPE_API_BASE: "http://127.0.0.1:4242" },
    { METRICS_PORT: "9464" },
  ])("a connection that is encrypted or stays on this machine causes no warning: %j", (env) => {
    expect(listWarnings(readConfig(env))).toEqual([]);
  });

  test("an environment variable that is empty counts as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
  });
});

describe("a secret as a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-secrets-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (text: string): string => {
    const path = join(folder, "secret");
    writeFileSync(path, text);
    return path;
  };
  const LONG = "s".repeat(32);

  test.each([
    [LONG, LONG],
    [`${LONG}\n`, LONG],
    [`${LONG}\r\n`, LONG],
    [` ${LONG} \n\n`, ` ${LONG} \n`],
  ])("a secret's file gives its text without one newline at its end: %j", (text, secret) => {
    expect(readConfig({ SESSION_SECRET_FILE: file(text) }).secrets.session).toBe(secret);
  });

  test("every secret variable accepts a file, and a wrong value is refused by the variable's name", () => {
    const values = {
      DATABASE_URL: "postgres://u:p@127.0.0.1/d",
      DATABASE_OWNER_URL: "postgres://o:p@127.0.0.1/d",
      SUPER_ADMIN_PASSWORD: "the owner's password",
      SESSION_SECRET: `${LONG}1`,
      ENCRYPTION_KEY: `${LONG}2`,
      SESSION_SECRET_OLD: `${LONG}3`,
      ENCRYPTION_KEY_OLD: `${LONG}4`,
      SMTP_URL: "smtps://u:p@mail.example",
      STORAGE_URL: "s3://photos?endpoint=https://storage.example",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_SESSION_TOKEN: "token",
    } satisfies Record<(typeof SECRETS)[number], string>;
    const beside = { SUPER_ADMIN_EMAIL: "a@b.co", AWS_ACCESS_KEY_ID: "id" };
    const byFiles = SECRETS.map((name) => {
      const path = join(folder, name);
      writeFileSync(path, `${values[name]}\n`);
      return [`${name}_FILE`, path];
    });
    expect(readConfig({ ...beside, ...Object.fromEntries(byFiles) })).toEqual(readConfig({ ...beside, ...values }));
    expect(sentence({ ENCRYPTION_KEY_FILE: file("short") })).toBe("ENCRYPTION_KEY must be at least 32 characters");
  });

  test.each(SECRETS)("the secret %s given both as a value and as a file is refused", (name) => {
    expect(sentence({ [name]: "one", [`${name}_FILE`]: file("other") })).toBe(`${name} and ${name}_FILE are both set: set one of them`);
  });

  test("an empty secret and an empty name of its file count as unset", () => {
    expect(readConfig({ SESSION_SECRET: "", SESSION_SECRET_FILE: file(LONG) }).secrets.session).toBe(LONG);
    expect(readConfig({ SESSION_SECRET: LONG, SESSION_SECRET_FILE: "" }).secrets.session).toBe(LONG);
  });

  test("a secret's file that is empty or cannot be read is refused", () => {
    expect(sentence({ DATABASE_URL_FILE: join(folder, "none") })).toMatch(/^DATABASE_URL_FILE names a file that cannot be read: ENOENT/);
    expect(sentence({ DATABASE_URL_FILE: folder })).toMatch(/^DATABASE_URL_FILE names a file that cannot be read: EISDIR/);
    expect(sentence({ DATABASE_URL_FILE: file("\n") })).toMatch(/^DATABASE_URL_FILE names an empty file: /);
  });
});
