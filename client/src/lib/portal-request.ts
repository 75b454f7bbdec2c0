import { type ActingUser, formatSignedInAs, SIGNED_IN_AS } from "#shared/http/signed-in-as.ts";

/**
 * The only module that sends requests (the linter forbids `fetch` elsewhere). Each request names
 * the person whose tab sends it, so that the server rejects it after another tab has signed in
 * somebody else (rule A19).
 */

let actingUser: ActingUser | null = null;

/** Sets the person that this tab displays, or null if nobody is signed in. */
export function setActingUser(user: ActingUser | null): void {
  actingUser = user;
}

/**
 * Undefined: the person that this tab displays. Null: anybody who is signed in, for a page that
 * loads the person.
 */
export type InName = string | null | undefined;

function headersInName(headers: Readonly<Record<string, string>>, name: InName): Record<string, string> {
  const value = name === undefined && actingUser ? formatSignedInAs(actingUser) : name;
  return value === null || value === undefined ? { ...headers } : { ...headers, [SIGNED_IN_AS]: value };
}

interface PortalRequest extends Omit<RequestInit, "headers" | "credentials"> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly inName?: InName;
}

export const fetchFromPortal = (address: string, { headers = {}, inName, ...request }: PortalRequest = {}): Promise<Response> =>
  fetch(address, { ...request, headers: headersInName(headers, inName), credentials: "same-origin" });

/** Opens an XMLHttpRequest, because fetch cannot report the progress of an upload. */
export function openUpload(method: string, address: string, headers: Readonly<Record<string, string>>, inName: InName): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open(method, address);
  for (const [name, value] of Object.entries(headersInName(headers, inName))) request.setRequestHeader(name, value);
  return request;
}
