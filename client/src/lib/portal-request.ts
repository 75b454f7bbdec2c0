import { type ActingUser, SIGNED_IN_AS, signedInAs } from "#shared/http/signed-in-as.ts";

/**
 * The one place that sends requests (the linter refuses `fetch` elsewhere). Each request names the
 * person whose tab sends it, so that the server refuses it once another tab has signed somebody
 * else in (rule A19).
 */

let actingUser: ActingUser | null = null;

/** The person that this tab displays from now on; null: nobody is signed in. */
export function setActingUser(user: ActingUser | null): void {
  actingUser = user;
}

/**
 * Undefined: the person that this tab displays. Null: whoever is signed in, as when a page finds
 * that out.
 */
export type InName = string | null | undefined;

function headersInName(headers: Readonly<Record<string, string>>, name: InName): Record<string, string> {
  const value = name === undefined && actingUser ? signedInAs(actingUser) : name;
  return value === null || value === undefined ? { ...headers } : { ...headers, [SIGNED_IN_AS]: value };
}

interface PortalRequest extends Omit<RequestInit, "headers" | "credentials"> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly inName?: InName;
}

export const fetchFromPortal = (address: string, { headers = {}, inName, ...request }: PortalRequest = {}): Promise<Response> =>
  fetch(address, { ...request, headers: headersInName(headers, inName), credentials: "same-origin" });

/** An XMLHttpRequest that is ready to be sent: fetch can't report how far an upload is. */
export function openUpload(method: string, address: string, headers: Readonly<Record<string, string>>, inName: InName): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open(method, address);
  for (const [name, value] of Object.entries(headersInName(headers, inName))) request.setRequestHeader(name, value);
  return request;
}
