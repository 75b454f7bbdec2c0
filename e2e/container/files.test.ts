import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig, SECRETS } from "#server/config.ts";
import { SOURCES } from "#tools/build.mjs";
import { inProject } from "#tools/project.mjs";
import { portalsEnvironment } from "./compose.ts";

/**
 * These checks find outdated container files. Only `npm run container-drill` uses the files, while
 * this test runs each time.
 */

const text = (...path: string[]): string => readFileSync(inProject(...path), "utf8");
const containerfile = text("Containerfile");
const compose = text("docs", "deploy", "compose.yaml");
const environment = portalsEnvironment(compose);

test("the image's build copies all inputs of a build and nothing that does not exist", () => {
  const brought = text(".dockerignore")
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  expect(brought).toEqual(expect.arrayContaining([...SOURCES, "migrations", "tsconfig.json", ".npmrc"]));
  expect(brought.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});

test("the image runs the build's output as a user without write permission", () => {
  const copied = [...containerfile.matchAll(/^COPY --from=build \/srv\/tiltrod\/(\S+) /gm)].map(([, path]) => path);
  expect(copied).toEqual(["package.json", "node_modules", "migrations", "dist"]);
  expect(containerfile).toContain('\nCMD ["node", "dist/server/index.js"]\n');
  expect(containerfile).toMatch(/\nUSER [1-9]\d*:[1-9]\d*\n/);
  expect(containerfile).toMatch(/\nHEALTHCHECK [\s\S]*\/readyz/);
  const { engines } = JSON.parse(text("package.json"));
  const [, oldest] = /(\d+)/.exec(engines.node) ?? [];
  expect(Number(/^ARG NODE_IMAGE=node:(\d+)-/m.exec(containerfile)?.[1])).toBeGreaterThanOrEqual(Number(oldest));
});

test("compose.yaml sets only known variables, and each secret is a file of make-secrets.sh", () => {
  const secrets = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"));
  const names: readonly string[] = SECRETS;
  expect(secrets.map(([name]) => name.slice(0, -"_FILE".length)).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => name in environment)).toEqual([]);
  const script = text("docs", "deploy", "make-secrets.sh");
  for (const [, path] of secrets) {
    const name = path.replace(/^\/run\/secrets\//, "");
    expect(compose).toContain(`\n  ${name}:\n    file: ./secrets/${name}\n`);
    expect(script).toContain(name);
  }
  const others = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith("_FILE")));
  const given = Object.fromEntries(
    secrets.map(([name]) => [name.slice(0, -"_FILE".length), "postgres://u:password-of-32-characters@database/d"]),
  );
  const keys = { SESSION_SECRET: "s".repeat(64), ENCRYPTION_KEY: "e".repeat(64) };
  expect(readConfig({ ...others, ...given, ...keys })).toMatchObject({ publicUrl: new URL("http://localhost:3000"), demo: false });
});

test("README and compose.yaml name every secret that may be a file", () => {
  const readme = text("README.md");
  for (const name of SECRETS) {
    expect(readme, "README.md").toContain(`\`${name}_FILE\``);
    expect(compose, "compose.yaml").toContain(`${name}_FILE`);
  }
});
