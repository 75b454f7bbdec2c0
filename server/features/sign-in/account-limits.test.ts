import { expect, test } from "vitest";
import { networkOf } from "#server/platform/http/network-of.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0000:0000:ffff:1:2:3", "2001:db8:0:0::/64"],
  ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
  ["::1", "0:0:0:0::/64"],
  ["0.0.0.0", "0.0.0.0"],
  ["203.0.113.7:51234", "203.0.113.7"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "0.0.0.0"],
])("the address %s is limited with the network %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
