import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { loginBody } from "#shared/contract/sign-in.ts";
import { loginRules, useAccountForm } from "./account-form.tsx";

const EMAIL = "Please enter a valid email address";
const PASSWORD = "Password must be at least 6 characters";
const nothing = { email: "", password: "" };
const hook = (rules: () => Promise<typeof loginBody>) => renderHook(() => useAccountForm(nothing, rules)).result;

test("the form has no errors before the first submit; then each goes once it is corrected", async () => {
  const form = hook(loginRules);
  await act(async () => form.current.set("email", "ada"));
  expect(form.current.faults).toEqual({});
  await act(async () => expect(await form.current.submit()).toBeNull());
  expect(form.current.faults).toEqual({ email: EMAIL, password: PASSWORD });
  await act(async () => form.current.set("email", "ada@example.com"));
  expect(form.current.faults).toEqual({ password: PASSWORD });
});

test("the form sends the contract's parsed values", async () => {
  const form = hook(loginRules);
  await act(async () => {
    form.current.set("email", " ada@example.com ");
    form.current.set("password", "orange-kite");
  });
  await act(async () => expect(await form.current.submit()).toEqual({ email: "ada@example.com", password: "orange-kite" }));
});

test("rules that fail to load leave the validation to the server", async () => {
  const form = hook(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await act(async () => expect(await form.current.submit()).toEqual(nothing));
  expect(form.current.faults).toEqual({});
});

test("a validation of earlier values does not replace the current one", async () => {
  const waiting: ((rules: typeof loginBody) => void)[] = [];
  const form = hook(() => new Promise((resolve) => waiting.push(resolve)));
  await act(async () => void form.current.submit());
  await act(async () => form.current.set("email", "ada@example.com"));
  await act(async () => waiting[1]?.(loginBody));
  await act(async () => waiting[0]?.(loginBody));
  expect(form.current.faults).toEqual({ password: PASSWORD });
});
