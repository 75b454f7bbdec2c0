import { expect, test } from "vitest";
import { deployed, needPrograms, PROGRAMS } from "./parts.ts";

test("the drill names the missing packages and the command that installs them in one sentence", () => {
  expect(() => needPrograms(PROGRAMS, (path) => !path.includes("haproxy"))).toThrow(
    /^The drill needs packages of Debian 12 \(as root: apt-get install --no-install-recommends haproxy\)\. /,
  );
  expect(() => needPrograms(PROGRAMS, () => true)).not.toThrow();
});

test("a configuration without the text that the drill replaces is rejected", () => {
  expect(() => deployed("etcd.yml", "/dev/null", { "10.9.9.9": "127.0.0.1" })).toThrow("docs/deploy/etcd.yml no longer says 10.9.9.9");
});
