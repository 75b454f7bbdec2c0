import { describe, expect, test } from "vitest";
import { ConfigError, doubts, readConfig } from "./config.ts";

const sentence = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return "accepted";
};

describe("configuration", () => {
  test("nothing set is a demo on this machine's own address", () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: "127.0.0.1", demo: true, productName: "Tiltrod", trustProxy: 0 });
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
    [{ SESSION_SECRET: "short" }, "SESSION_SECRET must be at least 32 characters"],
    [{ PUBLIC_URL: "portal.example" }, "PUBLIC_URL must be an address that begins with http:// or https://"],
    [{ DEMO: "yes" }, "DEMO must be 0 or 1"],
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
  ])("%j is refused with a sentence that names the variable", (env, expected) => {
    expect(sentence(env)).toBe(expected);
  });

  test.each(["a@b.co", "no-reply@localhost", "Tiltrod <a@b.co>", "Müller & Sons <orders+uk@b.co>", '"Shutters, Ltd" <a@b.co>', "<a@b.co>"])(
    "%s is a sender",
    (from) => {
      expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
    },
  );

  test("https without a proxy counted is doubted, in one sentence that names the setting", () => {
    const of = (env: Record<string, string>) => doubts(readConfig(env));
    expect(of({ PUBLIC_URL: "https://portal.example" })).toEqual([expect.stringMatching(/Set TRUST_PROXY to the number of proxies/)]);
    expect(of({ PUBLIC_URL: "https://portal.example", TRUST_PROXY: "1" })).toEqual([]);
    expect(of({ PUBLIC_URL: "http://portal.example" })).toEqual([]);
    expect(of({})).toEqual([]);
  });

  test("an empty variable counts as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" }).port).toBe(3000);
  });
});
