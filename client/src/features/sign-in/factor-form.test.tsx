import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { SignInScreen } from "./sign-in-screen.tsx";

const user = person("customer");

function startScreen(refusal = fails(401, "This code is not right")) {
  let signedIn = 0;
  const api = fakeApi({
    accounts: {
      login: () => ({ factor: ["totp", "recovery"] }),
      loginFactor: ({ body }) => (body.code === "123456" || body.recoveryCode === "ABCDE23456" ? { user } : refusal()),
    },
  });
  const { person: hand } = renderPage(<SignInScreen sessionEnded={false} onSignedIn={() => (signedIn += 1)} />);
  const logIn = async () => {
    await hand.type(screen.getByLabelText("Email"), "ada@company.test");
    await hand.type(screen.getByLabelText("Password"), "correct horse{Enter}");
    return screen.findByLabelText("Code");
  };
  return { api, hand, logIn, times: () => signedIn };
}

test("the password leads to the code, a wrong code stays, and the right one signs in", async () => {
  const { hand, logIn, times } = startScreen();
  const field = await logIn();
  expect([field.getAttribute("autocomplete"), field.getAttribute("inputmode")]).toEqual(["one-time-code", "numeric"]);
  expect(times()).toBe(0);
  await hand.type(field, "111111{Enter}");
  await screen.findByText("This code is not right");
  await hand.clear(field);
  await hand.type(field, "123456{Enter}");
  await waitFor(() => expect(times()).toBe(1));
});

test("a recovery code signs in, typed in groups and small letters", async () => {
  const { api, hand, logIn, times } = startScreen();
  await logIn();
  await hand.click(screen.getByRole("button", { name: "Use a recovery code" }));
  await hand.type(await screen.findByLabelText("Recovery code"), "abcde-23456{Enter}");
  await waitFor(() => expect(times()).toBe(1));
  expect(api.asked("accounts", "loginFactor")[0]?.body).toEqual({ recoveryCode: "ABCDE23456" });
});

test("after five minutes the screen leads back to the password", async () => {
  const { hand, logIn } = startScreen(fails(401, "Please sign in"));
  await hand.type(await logIn(), "111111{Enter}");
  await screen.findByText("This took longer than five minutes. Log in again.");
  await hand.click(screen.getByRole("button", { name: "Log in again" }));
  await screen.findByLabelText("Password");
});
