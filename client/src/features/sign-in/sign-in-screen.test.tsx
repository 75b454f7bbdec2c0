import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openOutboxStore } from "#client/device/outbox/outbox-store.ts";
import { provideIndexedDb, waitingChange } from "#client/testing/device-store.ts";
import { fails, fakeApi, hangs, losesReply } from "#client/testing/fake-api.ts";
import { findToast, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { PASSWORD_SET } from "./link-token.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const nobody = { accounts: { current: fails(401, "Please sign in") } };
const signedIn = vi.fn();
const open = (path = "/", sessionEnded = false) => renderPage(<SignInScreen sessionEnded={sessionEnded} onSignedIn={signedIn} />, { path });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
/** Sets a field's value without key events, for a test's starting state. */
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => screen.getByRole("button", { name });

test("the header has the product's name and the line; Login is the open tab", () => {
  open();
  screen.getByRole("heading", { level: 1, name: "Tiltrod" });
  screen.getByText("Login or register for your wholesale account");
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["Login", "Register"]);
  expect(screen.getByRole("tab", { name: "Login" }).getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(field("Email"));
  expect(field("Email").autocomplete).toBe("username");
  expect(field("Password").autocomplete).toBe("current-password");
});

test("login displays the contract's sentences, focuses the first error and sends nothing", async () => {
  const api = fakeApi({});
  const { person: user } = open();
  await user.click(press("Login"));
  screen.getByText("Please enter a valid email address");
  screen.getByText("Password must be at least 6 characters");
  await waitFor(() => expect(document.activeElement).toBe(field("Email")));
  expect(api.made).toEqual([]);
});

test("logging in displays a toast and starts the person's session", async () => {
  const api = fakeApi({ accounts: { login: () => ({ user: person("customer") }), current: () => ({ user: person("customer") }) } });
  const { person: user } = open();
  await user.type(field("Email"), " ada@example.com ");
  await user.type(field("Password"), "orange-kite{Enter}");
  await findToast("Success: Logged in successfully");
  expect(signedIn).toHaveBeenCalled();
  expect(api.asked("accounts", "login")[0]?.body).toEqual({ email: "ada@example.com", password: "orange-kite" });
});

test.each([
  [fails(401, "Invalid email or password"), "Invalid email or password"],
  [fails(403, "Your account is waiting for admin approval"), "Your account is waiting for admin approval"],
  [fails(429, "Too many tries. Try again in 15 minutes."), "Too many tries. Try again in 15 minutes."],
  [fails(500, "a secret detail"), "Internal Server Error"],
  [losesReply, "No reply came. Check your connection, then try again."],
])("a failed login displays the reason as toast and note; the typed text remains (%#)", async (login, sentence) => {
  fakeApi({ accounts: { login, current: fails(401) } });
  const { person: user } = open();
  put("Email", "ada@example.com");
  put("Password", "orange-kite");
  await user.click(press("Login"));
  const toast = await findToast(`Error: ${sentence}`);
  expect(toast.dataset.variant).toBe("destructive");
  await passToast(`Error: ${sentence}`);
  expect((await within(screen.getByRole("tabpanel")).findByRole("alert")).textContent).toBe(sentence);
  expect([field("Email").value, field("Password").value]).toEqual(["ada@example.com", "orange-kite"]);
});

test("the login button is busy during the request and cannot be pressed again", async () => {
  const api = fakeApi({ accounts: { login: hangs } });
  const { person: user } = open();
  put("Email", "ada@example.com");
  await user.type(field("Password"), "orange-kite{Enter}{Enter}");
  expect(press("Login").getAttribute("aria-busy")).toBe("true");
  await user.click(press("Login"));
  expect(api.made).toHaveLength(1);
});

test("the first field has the focus after a press on Register; after an arrow key the tab keeps it", async () => {
  const { person: user } = open();
  await user.click(screen.getByRole("tab", { name: "Register" }));
  expect(document.activeElement).toBe(field("Company name"));
  await user.keyboard("{Shift>}{Tab}{/Shift}{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Login" }));
});

test("register displays the contract's sentences", async () => {
  const { person: user } = open();
  await user.click(screen.getByRole("tab", { name: "Register" }));
  await user.click(press("Register"));
  for (const sentence of [
    "Company name must be at least 2 characters",
    "Contact name must be at least 2 characters",
    "Please enter a valid email address",
    "Password must be at least 6 characters",
  ]) {
    screen.getByText(sentence);
  }
  expect(field("Password").autocomplete).toBe("new-password");
  await user.type(field("Password"), "aaaaaaaa");
  screen.getByText("Too easy to guess: it is a sequence or a repetition.");
});

test("the hint of a new password follows the server's rule and never praises one", async () => {
  const { person: user } = open();
  await user.click(screen.getByRole("tab", { name: "Register" }));
  put("Company name", "Kestrel Homes");
  put("Email", "ada.marsh@example.com");
  const ofNames = "Too easy to guess: it contains the email, the company's or the portal's name.";
  const noObjection = "Longer is better. Common words and passwords are refused.";
  const hints = [
    ["", "At least 6 characters."],
    ["abc", "At least 6 characters."],
    ["mistral", "Longer is better. Where a second factor is required, 8 characters are the least."],
    ["Qwertyuiop2024", "Too easy to guess: it is a sequence or a repetition."],
    ["Abc123Abc123Abc123!", noObjection],
    ["ADA.MARSH and a long sentence", ofNames],
    ["the kestrel homes password", ofNames],
    ["my Tiltrod password", ofNames],
    ["Louvres2026", "Too easy to guess: it is a word of the trade."],
    ["      ", "Too easy to guess: it is blank."],
    // The server's list of common passwords rejects it.
    ["Password2024!", noObjection],
    ["orange-kite", noObjection],
  ] as const;
  for (const [password, hint] of hints) {
    put("Password", password);
    expect(document.getElementById(field("Password").getAttribute("aria-describedby") ?? "")?.textContent).toBe(hint);
  }
});

test("a password that the server rejects has an error at its field until it is changed", async () => {
  const sentence = "This password is too easy to guess";
  const register = fails(400, sentence, { errors: [{ path: "password", message: sentence }] });
  fakeApi({ accounts: { ...nobody.accounts, register } });
  const { person: user } = open("/?ref=X");
  put("Company name", "Kestrel Homes");
  put("Contact name", "Ada Marsh");
  put("Email", "ada@example.com");
  await user.type(field("Password"), "Password2024!{Enter}");
  await findToast(`Error: ${sentence}`);
  const note = document.getElementById(field("Password").getAttribute("aria-describedby") ?? "");
  expect([note?.textContent, field("Password").getAttribute("aria-invalid")]).toEqual([sentence, "true"]);
  expect(within(screen.getByRole("tabpanel")).queryByRole("alert")).toBeNull();
  put("Password", "orange-kite");
  expect(field("Password").getAttribute("aria-invalid")).toBeNull();
});

test("a registration waits for approval: message, toast, and Login with the email filled in", async () => {
  const waiting = { user: person("customer", { email: "ada@example.com", approvalStatus: "pending" }) };
  const api = fakeApi({ accounts: { ...nobody.accounts, register: () => waiting } });
  const { person: user } = open("/?ref=KESTREL7");
  expect(field("Referral code").value).toBe("KESTREL7");
  put("Company name", "Kestrel Homes");
  put("Contact name", "Ada Marsh");
  put("Email", "ada@example.com");
  await user.type(field("Password"), "orange-kite{Enter}");
  await findToast("Success: Registration successful. Please wait for admin approval.");
  screen.getByText("Your registration is waiting for approval");
  expect(screen.getByRole("tab", { name: "Login" }).getAttribute("aria-selected")).toBe("true");
  expect([field("Email").value, field("Password").value]).toEqual(["ada@example.com", ""]);
  expect(api.asked("accounts", "register")[0]?.body).toMatchObject({ companyName: "Kestrel Homes", referralCode: "KESTREL7" });
});

test("a refused registration preserves its text, also after a visit to Login", async () => {
  fakeApi({ accounts: { ...nobody.accounts, register: fails(409, "An account with this email already exists") } });
  const { person: user } = open("/?ref=X");
  put("Company name", "Kestrel Homes");
  put("Contact name", "Ada Marsh");
  put("Email", "ada@example.com");
  await user.type(field("Password"), "orange-kite{Enter}");
  await findToast("Error: An account with this email already exists");
  await user.click(screen.getByRole("tab", { name: "Login" }));
  await user.click(screen.getByRole("tab", { name: "Register" }));
  expect([field("Company name").value, field("Email").value]).toEqual(["Kestrel Homes", "ada@example.com"]);
});

test("a forgotten password has the same sentence for every address, and a way back", async () => {
  const api = fakeApi({ accounts: { ...nobody.accounts, forgotPassword: () => null } });
  const { person: user } = open();
  put("Email", "ada@example.com");
  await user.click(press("Forgot your password?"));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Set a new password" }));
  await user.click(press("Send the link"));
  await screen.findByText("If there is an account with this email, a link to set a new password is on its way to it.");
  expect(api.asked("accounts", "forgotPassword")[0]?.body).toEqual({ email: "ada@example.com" });
  await user.click(press("Back to login"));
  expect(field("Email").value).toBe("ada@example.com");
});

test("a person whose session expired reads the reason", () => {
  open("/orders", true);
  screen.getByText("You have been signed out");
});

test("a person whose emailed link set a password reads that it is set, and once only", () => {
  const state = vi.spyOn(History.prototype, "state", "get").mockReturnValue(PASSWORD_SET);
  const replaced = vi.spyOn(window.history, "replaceState");
  open();
  state.mockRestore();
  screen.getByText("Your password is set");
  expect(replaced.mock.calls.map(([kept]) => kept)).toEqual([null]);
  replaced.mockRestore();
});

test("unsent changes on this device are announced with their owners' names", async () => {
  provideIndexedDb();
  const store = await openOutboxStore();
  for (let times = 0; times < 2; times += 1) await store.add(waitingChange("Tomasz, Northmoor", 70));
  fakeApi(nobody);
  open();
  await screen.findByText("Not sent from this device: 2 changes of Tomasz, Northmoor");
  await store.delete();
});

test.each([
  ["cookies", () => vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false), "This browser blocks cookies"],
  [
    "storage",
    () =>
      vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
        throw new DOMException("Denied", "SecurityError");
      }),
    "This browser stores nothing for this site",
  ],
] as const)("a browser that blocks %s is told what that prevents", async (_, block, title) => {
  fakeApi({});
  const blocked = block();
  try {
    open();
    await screen.findByText(title);
  } finally {
    blocked.mockRestore();
  }
});
