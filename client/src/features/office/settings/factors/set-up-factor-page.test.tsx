import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import SetUpFactorPage from "./set-up-factor-page.tsx";

test("the set-up screen adds an app and displays the recovery codes before the portal opens", async () => {
  const user = { ...person("customer"), needsFactor: true };
  const api = fakeApi({
    factors: {
      startTotp: () => ({ secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Tiltrod:ada?secret=JBSWY3DPEHPK3PXP" }),
      confirmTotp: () => ({ recoveryCodes: ["ABCDE23456"] }),
    },
  });
  const { person: hand } = renderPage(<SetUpFactorPage user={user} />, { user });
  await hand.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
  await hand.type(await within(await screen.findByRole("dialog")).findByLabelText("Code"), "123456{Enter}");
  await screen.findByText("ABCDE 23456");
  expect(api.asked("factors", "confirmTotp").map(({ body }) => body)).toEqual([{ code: "123456" }]);
});

test("a super admin in View As is offered the sign-out only", async () => {
  fakeApi({});
  const user = { ...person("customer"), needsFactor: true, isImpersonating: true, viewedBy: 3 };
  renderPage(<SetUpFactorPage user={user} />, { user });
  expect((await screen.findAllByRole("button")).map(({ textContent }) => textContent)).toEqual(["Log out"]);
});
