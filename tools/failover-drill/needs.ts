import { existsSync } from "node:fs";

/** The programs that the drill runs, and the packages of Debian 12 that contain them. */
const NEEDED = {
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/patroni": "patroni",
  "/usr/lib/python3/dist-packages/etcd": "python3-etcd",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
} as const;

/** Where each program is. */
export const PROGRAMS = { etcd: "/usr/bin/etcd", patroni: "/usr/bin/patroni", haproxy: "/usr/sbin/haproxy" } as const;

/** @throws with the one command that installs what is missing */
export function needPrograms(isThere: (path: string) => boolean = existsSync): void {
  const missing = Object.entries(NEEDED).flatMap(([path, name]) => (isThere(path) ? [] : [name]));
  if (missing.length === 0) return;
  throw new Error(
    `The drill needs packages of Debian 12 (as root: apt-get install --no-install-recommends ${missing.join(" ")}). ` +
      "So that apt starts none of them, put an executable /usr/sbin/policy-rc.d there that ends with 101.",
  );
}
