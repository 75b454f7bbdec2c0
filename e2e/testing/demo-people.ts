import type { Person } from "./person.ts";

/** The demo's well-known accounts (server/demo/demo-accounts.ts). */
const DEMO_PASSWORD = "tiltrod-demo";
export const demoPerson = (name: string) => ({ email: `${name}@tiltrod.example`, password: DEMO_PASSWORD });

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

export async function signIn({ page }: Person, { email, password }: SignIn): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Opens a screen from the menu and waits until it has loaded. */
export async function goTo(person: Person, entry: string, heading: string | RegExp = entry): Promise<void> {
  const link = person.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: entry, exact: true });
  // A phone has the menu in a drawer.
  const opensMenu = person.page.getByRole("button", { name: "Open menu" });
  await link.or(opensMenu).first().waitFor();
  if (await opensMenu.isVisible()) await opensMenu.click();
  await link.click();
  await arrived(person, heading);
}

export async function arrived(person: Person, heading: string | RegExp): Promise<void> {
  await person.page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await person.arrived();
}
