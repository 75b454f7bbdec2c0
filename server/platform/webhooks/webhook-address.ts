import { Resolver } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "#server/platform/security/unencrypted.ts";

/** Returns a host's addresses; an empty list for a name that does not resolve. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** A sentence about an address to which nothing is sent. */
export class ForbiddenAddress extends Error {}

const blocked = (kind: "ipv4" | "ipv6", ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), kind);
  }
  return list;
};
/** Private, shared, loopback, link-local, special and multicast networks, and Azure's metadata. */
const FORBIDDEN_V4 = blocked("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32"],
]);
/**
 * Only global unicast is reachable, so mapped, translated and local addresses are outside of it.
 */
const GLOBAL_V6 = blocked("ipv6", ["2000::/3"]);
const FORBIDDEN_V6 = blocked("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** True if the portal may send to the address: it is public and not this machine's own. */
export function isPublicAddress(address: string): boolean {
  const [plain = ""] = address.split("%");
  const kind = isIP(plain);
  if (kind === 0) return false;
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map((one) => one.address));
  if (own.includes(plain)) return false;
  if (kind === 4) return !FORBIDDEN_V4.check(plain, "ipv4");
  return GLOBAL_V6.check(plain, "ipv6") && !FORBIDDEN_V6.check(plain, "ipv6");
}

const DNS_MS = 2_000;
/**
 * Asks the name servers directly: the system's own look-up would block threads that hash passwords,
 * and strangers choose how slowly their servers reply.
 */
export const resolveByDns: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
};

interface Network {
  readonly publicUrl: URL;
  readonly resolveHost: ResolveHost;
}
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

/**
 * Returns the addresses of a webhook's host, all of them checked (rule C28). A portal on this
 * machine only may also send to this machine, without TLS, but not to its own port.
 * @throws ForbiddenAddress
 */
export async function checkedAddresses(address: string, { publicUrl, resolveHost }: Network): Promise<readonly string[]> {
  const refuse = (): never => {
    throw new ForbiddenAddress("This address is forbidden");
  };
  if (!URL.canParse(address)) return refuse();
  const url = new URL(address);
  const host = hostOf(url);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "" || host === "") return refuse();
  const isHere = isLoopback(hostOf(publicUrl));
  if (host === hostOf(publicUrl) && !(isHere && portOf(url) !== portOf(publicUrl))) return refuse();
  const isLocalName = host === "localhost" || host.endsWith(".localhost");
  const addresses = isIP(host) ? [host] : isLocalName ? ["127.0.0.1"] : await resolveHost(host);
  const isLocal = addresses.length > 0 && addresses.every(isLoopback);
  if (isLocal) return isHere && portOf(url) !== portOf(publicUrl) ? addresses : refuse();
  if (url.protocol !== "https:" || !addresses.every(isPublicAddress)) return refuse();
  return addresses;
}
