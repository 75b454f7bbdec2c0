/**
 * The person on whose behalf a request is sent, and the super admin who views the portal as that
 * person.
 */
export interface ActingUser {
  readonly id: number;
  readonly viewedBy?: number | undefined;
}

/** The header with the person that the client's tab displays. */
export const SIGNED_IN_AS = "Signed-In-As";
/** The error if the session belongs to another person than the header names. */
export const SOMEBODY_ELSE = "Somebody else is signed in on this device";
export const UNREADABLE_PERSON = `${SIGNED_IN_AS} must be a person's id: 7, or 7;by=3 while 3 views the portal as 7`;

/** `7`, or `7;by=3` while user 3 views the portal as user 7. */
export const formatSignedInAs = ({ id, viewedBy }: ActingUser): string => (viewedBy === undefined ? String(id) : `${id};by=${viewedBy}`);

const PERSON = /^([1-9]\d{0,9})(?:; ?by=([1-9]\d{0,9}))?$/;

/**
 * Parses the header.
 * @returns null if the value names nobody
 */
export function readSignedInAs(value: string): ActingUser | null {
  const [, id, by] = PERSON.exec(value.trim()) ?? [];
  if (id === undefined) return null;
  return { id: Number(id), ...(by !== undefined && { viewedBy: Number(by) }) };
}
