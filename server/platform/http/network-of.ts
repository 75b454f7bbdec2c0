import { isIP, isIPv6 } from "node:net";

/**
 * An address without what some proxies append: the port, which differs for each of a client's
 * connections, or the name of our own interface of a link-local address (`fe80::1%eth0`).
 */
export function plainAddress(address: string): string {
  const [, bracketed, ipv4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  const [plain = ""] = (bracketed ?? ipv4 ?? address).split("%");
  return isIP(plain) ? plain : "0.0.0.0";
}

/**
 * The address that limits count by: an IPv4 address in any spelling, or the /64 of an IPv6 address,
 * because a household or a server gets a whole /64.
 */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  if (!isIPv6(plain)) return plain;
  // The URL parser writes an IPv6 address in its one shortest form.
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const hex = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short);
  if (hex)
    return [hex[1], hex[2]].flatMap((half) => [Number.parseInt(half ?? "0", 16) >> 8, Number.parseInt(half ?? "0", 16) & 255]).join(".");
  const [head = "", tail] = short.split("::");
  const groups = head ? head.split(":") : [];
  const rest = tail ? tail.split(":") : [];
  const whole = tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill("0"), ...rest];
  return `${whole.slice(0, 4).join(":")}::/64`;
}

/**
 * The machine's own address is not counted: it belongs to a demo, a test, or a proxy without
 * TRUST_PROXY, behind which all people would share one limit.
 */
export const isThisMachine = (network: string): boolean => network.startsWith("127.") || network === networkOf("::1");
