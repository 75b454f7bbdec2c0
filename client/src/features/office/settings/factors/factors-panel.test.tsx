import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Reply } from "#client/lib/api.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { FactorsPanel } from "./factors-panel.tsx";

const CODES = ["ABCDE23456", "FGHJK34567"];
const URI = "otpauth://totp/Tiltrod:ada@company.test?secret=JBSWY3DPEHPK3PXP&issuer=Tiltrod";

const HERE = {
  id: 3,
  device: "Chrome on Windows",
  createdAt: "2026-11-27T08:00:00.000Z",
  lastSeenAt: "2026-11-27T09:00:00.000Z",
  current: true,
  viewedBy: null,
  viewedByName: null,
  viewing: null,
};

/** A person's factors on a server that accepts the code 123456. */
function startPanel() {
  let totp: { createdAt: string; lastUsedAt: string | null } | null = null;
  const others = [{ ...HERE, id: 5, current: false }];
  const api = fakeApi({
    sessions: {
      list: () => [HERE, ...others],
      endOthers: () => {
        others.length = 0;
        return null;
      },
    },
    factors: {
      list: () => ({ totp, passkeys: [], recoveryCodes: totp ? 10 : 0 }),
      startTotp: () => ({ secret: "JBSWY3DPEHPK3PXP", uri: URI }),
      confirmTotp: ({ body }) => {
        if (body.code !== "123456") return fails(400, "This code is not right")();
        totp = { createdAt: "2026-11-27T08:00:00.000Z", lastUsedAt: null };
        return { recoveryCodes: CODES };
      },
      removeTotp: () => {
        totp = null;
        return null;
      },
      renewRecoveryCodes: () => ({ recoveryCodes: CODES.toReversed() }),
    },
  });
  const { person: hand } = renderPage(<FactorsPanel />, { user: person("customer") });
  return { api, hand };
}

test("an app is added by its picture and its first code, and the recovery codes appear once", async () => {
  const { api, hand } = startPanel();
  await hand.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
  const dialog = await screen.findByRole("dialog");
  const code = await within(dialog).findByRole("img", { name: "QR code of the key" });
  // A phone reads black on white only, in a dark theme too.
  expect([...code.children].map((part) => [part.tagName, part.getAttribute("fill")])).toEqual([
    ["rect", "#fff"],
    ["path", "#000"],
  ]);
  expect(dialog.textContent).toContain("JBSW Y3DP EHPK 3PXP");
  const field = within(dialog).getByLabelText("Code");
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  await hand.type(field, "654321{Enter}");
  await within(dialog).findByText("This code is not right");
  await hand.clear(field);
  await hand.type(field, "123 456{Enter}");
  await screen.findByText("ABCDE 23456");
  expect(api.asked("factors", "startTotp")).toHaveLength(1);
  await hand.click(screen.getByRole("button", { name: "I have stored them" }));
  await screen.findByText("Authenticator app");
  expect(screen.queryByText("ABCDE 23456")).toBeNull();
  await hand.click(screen.getByRole("button", { name: "Make new codes" }));
  await screen.findByText("FGHJK 34567");
});

test("the app is removed after a question", async () => {
  const { hand } = startPanel();
  await hand.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
  await hand.type(await screen.findByLabelText("Code"), "123456{Enter}");
  await hand.click(await screen.findByRole("button", { name: "I have stored them" }));
  await hand.click(await screen.findByRole("button", { name: "Remove the authenticator app" }));
  await hand.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await findToast("Success: Authenticator app removed");
  await waitFor(() => expect(screen.getByText("Your password alone signs you in.")).toBeTruthy());
});

test("a changed factor offers to end the other sessions, and an unchanged one does not", async () => {
  const { api, hand } = startPanel();
  await hand.click(await screen.findByRole("button", { name: "Add an authenticator app" }));
  expect(screen.queryByRole("button", { name: "Sign out there" })).toBeNull();
  await hand.type(await screen.findByLabelText("Code"), "123456{Enter}");
  await hand.click(await screen.findByRole("button", { name: "I have stored them" }));
  await hand.click(await screen.findByRole("button", { name: "Sign out there" }));
  await findToast("Success: You are signed out everywhere else");
  expect(api.asked("sessions", "endOthers")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Sign out there" })).toBeNull());
});

/** Gives the browser passkeys, which jsdom lacks, and lets it create one or refuse. */
function givePasskeys(create: () => Promise<unknown>, host = "portal.test") {
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { create } });
  const meta = document.createElement("meta");
  meta.name = "portal-host";
  meta.content = host;
  document.head.append(meta);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    meta.remove();
  });
}
const OPTIONS: Reply<"factors", "startPasskey"> = {
  challenge: "AAAA",
  rp: { id: "portal.test", name: "Tiltrod" },
  user: { id: "AAAA", name: "ada@company.test", displayName: "Ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  timeout: 300_000,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
};
const bytes = new Uint8Array([1, 2, 3]).buffer;

test("a passkey is named, created by the browser and listed, then renamed", async () => {
  givePasskeys(async () => ({
    id: "AQID",
    rawId: bytes,
    type: "public-key",
    response: { clientDataJSON: bytes, attestationObject: bytes },
    getClientExtensionResults: () => ({}),
  }));
  const passkeys: { id: number; name: string; createdAt: string; lastUsedAt: null }[] = [];
  const api = fakeApi({
    sessions: { list: () => [HERE] },
    factors: {
      list: () => ({ totp: null, passkeys, recoveryCodes: 10 }),
      startPasskey: () => OPTIONS,
      addPasskey: ({ body: { name } }) => {
        const added = { id: 7, name, createdAt: "2026-11-27T08:00:00.000Z", lastUsedAt: null };
        passkeys.push(added);
        return { ...added, recoveryCodes: CODES };
      },
      renamePasskey: ({ body: { name } }) => Object.assign(passkeys[0] ?? { id: 7, createdAt: "", lastUsedAt: null }, { name }),
    },
  });
  const { person: hand } = renderPage(<FactorsPanel />, { user: person("customer") });
  await hand.click(await screen.findByRole("button", { name: "Add a passkey" }));
  const field = await screen.findByLabelText("Name");
  await hand.clear(field);
  await hand.type(field, "Work laptop{Enter}");
  await hand.click(await screen.findByRole("button", { name: "I have stored them" }));
  expect(api.asked("factors", "addPasskey")[0]?.body).toEqual({
    name: "Work laptop",
    response: { id: "AQID", response: { clientDataJSON: "AQID", attestationObject: "AQID" } },
  });
  await hand.click(await screen.findByRole("button", { name: "Rename Work laptop" }));
  const again = await screen.findByLabelText("Name");
  await hand.clear(again);
  await hand.type(again, "Desk{Enter}");
  await screen.findByRole("button", { name: "Remove Desk" });
});

test("a person who cancels in the browser reads it and nothing is sent", async () => {
  givePasskeys(() => Promise.reject(new DOMException("cancelled", "NotAllowedError")));
  const api = fakeApi({
    factors: { list: () => ({ totp: null, passkeys: [], recoveryCodes: 0 }), startPasskey: () => OPTIONS },
  });
  const { person: hand } = renderPage(<FactorsPanel />, { user: person("customer") });
  await hand.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await hand.click(await screen.findByRole("button", { name: "Add the passkey" }));
  await screen.findByText("No passkey was made. Please try again.");
  expect(api.asked("factors", "addPasskey")).toHaveLength(0);
});

test("a portal at an IP address offers no passkey and states the reason", async () => {
  givePasskeys(async () => null, "192.0.2.7");
  startPanel();
  await screen.findByText("Passkeys need a portal with a name. This portal's address is a number.");
  expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
});
