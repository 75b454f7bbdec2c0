import { expect, test } from "vitest";
import { deployed, needPrograms, PROGRAMS } from "./parts.ts";

test("the drill says in one sentence what is missing, and how to get it", () => {
  expect(() => needPrograms(PROGRAMS, (path) => !path.includes("haproxy"))).toThrow(
    /^The drill needs packages of Debian 12 \(as root: apt-get install --no-install-recommends haproxy\)\. /,
  );
  expect(() => needPrograms(PROGRAMS, () => true)).not.toThrow();
});

test("a configuration that no longer holds what the drill replaces is refused", () => {
  expect(() => deployed("etcd.yml", "/dev/null", { "10.9.9.9": "127.0.0.1" })).toThrow("docs/deploy/etcd.yml no longer says 10.9.9.9");
});
