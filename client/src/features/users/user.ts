import { calls, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, type User } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";

export type UserRow = Reply<"users", "list">[number];
type Reader = Pick<User, "id" | "role" | "isImpersonating">;

/**
 * A super admin can view as a person who is not a super admin, not suspended, and not themselves;
 * one person at a time (rule A11).
 */
export const canViewAs = (reader: Reader, row: UserRow): boolean =>
  can(reader, calls.users.impersonate) &&
  !reader.isImpersonating &&
  row.role !== "super_admin" &&
  row.id !== reader.id &&
  row.approvalStatus === "approved" &&
  !row.invited &&
  !row.suspended;

/**
 * A person can't delete themselves. Only the server knows whether a super admin is the last one.
 */
export const canDelete = (reader: Reader, row: UserRow): boolean => can(reader, calls.users.delete) && row.id !== reader.id;

/** The super admin's steps on an account besides deletion (rule A22). */
export type Step = "link" | "firstLink" | "signOut" | "promote" | "demote" | "suspend" | "letIn";

interface StepWords {
  /** The label in the menu. */
  readonly label: string;
  readonly title: (name: string) => string;
  readonly confirm: string;
  /** The sentence after the email and the company. */
  readonly consequence: string;
  readonly done: (row: UserRow) => string;
}

export const STEPS = {
  link: {
    label: "Send a reset link",
    title: (name) => `Send ${name} a reset link?`,
    confirm: "Send the link",
    consequence: "gets an email with a link for a new password. It works once and for one hour.",
    done: ({ email }) => `A link is on its way to ${email}`,
  },
  firstLink: {
    label: "Send the link again",
    title: (name) => `Send ${name} the link again?`,
    confirm: "Send the link",
    consequence: "gets an email with a link to choose a password. It works once and for seven days, and ends the earlier one.",
    done: ({ email }) => `A link is on its way to ${email}`,
  },
  signOut: {
    label: "Sign out everywhere",
    title: (name) => `Sign ${name} out everywhere?`,
    confirm: "Sign out",
    consequence: "is signed out at once on every device and can log in again.",
    done: ({ contactName }) => `${contactName} is signed out everywhere`,
  },
  promote: {
    label: "Make super admin",
    title: (name) => `Make ${name} a super admin?`,
    confirm: "Make super admin",
    consequence: "can then set prices, save Stripe's keys and manage users, you among them, and has to sign in again.",
    done: ({ contactName }) => `${contactName} is a super admin now`,
  },
  demote: {
    label: "Make admin",
    title: (name) => `Make ${name} an admin?`,
    confirm: "Make admin",
    consequence: "can then no longer set prices, save Stripe's keys or manage users, and signs in again.",
    done: ({ contactName }) => `${contactName} is an admin now`,
  },
  suspend: {
    label: "Suspend…",
    title: (name) => `Suspend ${name}?`,
    confirm: "Suspend",
    consequence: "is signed out at once and cannot log in until you reinstate them. Their work stays, and they receive no more emails.",
    done: ({ contactName }) => `${contactName} is suspended`,
  },
  letIn: {
    label: "Reinstate",
    title: (name) => `Reinstate ${name}?`,
    confirm: "Reinstate",
    consequence: "can log in again with the password they had.",
    done: ({ contactName }) => `${contactName} can log in again`,
  },
} as const satisfies Record<Step, StepWords>;

/**
 * The steps that are possible on an account now. One's own account and invited people have none.
 */
export function listSteps(reader: Reader, row: UserRow): readonly Step[] {
  if (!can(reader, calls.users.change) || row.id === reader.id || row.invited) return [];
  const role: readonly Step[] = isStaff(row.role) ? [row.role === "super_admin" ? "demote" : "promote"] : [];
  if (row.suspended) return [...role, "letIn"];
  // A person without a password has no session to end.
  return row.hasPassword ? ["link", "signOut", ...role, "suspend"] : ["firstLink", ...role, "suspend"];
}

const BODY = {
  promote: { role: "super_admin" },
  demote: { role: "admin" },
  suspend: { suspended: true },
  letIn: { suspended: false },
} as const;

const SEND_FAILED = "Failed to send the link";
const FAILURE: Partial<Record<Step, string>> = { link: SEND_FAILED, firstLink: SEND_FAILED, signOut: "Failed to sign the user out" };

export function useStep(row: UserRow, step: Step, onDone: () => void) {
  const failure = FAILURE[step] ?? "Failed to change the user";
  const options = { success: STEPS[step].done(row), failure, onSuccess: onDone };
  const change = useCall("users", "change", options);
  const send = useCall("users", "sendResetLink", options);
  const signOut = useCall("sessions", "endOfUser", options);
  const { isPending, isError, error } = { link: send, firstLink: send, signOut }[step as string] ?? change;
  const params = { id: row.id };
  const run = () => {
    if (step === "link" || step === "firstLink") send.mutate({ params });
    else if (step === "signOut") signOut.mutate({ params });
    else change.mutate({ params, body: BODY[step] });
  };
  return {
    run,
    pending: isPending,
    error: isError ? failureSentence(error, failure) : null,
  };
}
