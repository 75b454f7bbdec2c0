import { passwordBody } from "#shared/contract/accounts.ts";
import { passwordWith } from "#shared/contract/people.ts";

/** The contract's rules, and the repeated password, which never leaves the browser (rule A6). */
export const passwordForm = passwordBody
  .extend({ confirmPassword: passwordWith("Password confirmation is required") })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match",
    // Compared as soon as both passwords are valid by themselves, even if the current one is missing.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "newPassword" || path?.[0] === "confirmPassword"),
  });
