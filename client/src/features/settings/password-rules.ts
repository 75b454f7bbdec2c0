import { passwordBody } from "#shared/contract/accounts.ts";
import { passwordWith } from "#shared/contract/people.ts";

/** The contract's rules, and the second typing that never leaves the browser (rule A6). */
export const passwordForm = passwordBody
  .extend({ confirmPassword: passwordWith("Password confirmation is required") })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match",
    // As soon as both are long enough, whatever else is still wrong.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "newPassword" || path?.[0] === "confirmPassword"),
  });
