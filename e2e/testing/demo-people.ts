import type { Browser } from "playwright-core";
import { type LAPTOP, Person, type TABLET } from "./person.ts";
import type { PortalProcess } from "./portal-process.ts";

/** The demo's well-known accounts (server/demo/demo-accounts.ts). */
const DEMO_PASSWORD = "tiltrod-demo";
export const demoPerson = (name: string) => ({ email: `${name}@tiltrod.example`, password: DEMO_PASSWORD });

interface SignIn {
  readonly email: string;
  readonly password: string;
}
interface Options {
  readonly device?: typeof LAPTOP | typeof TABLET;
  readonly expected?: readonly RegExp[];
}

/** A person with a browser of their own who signs in as people do. */
export async function signedIn(browser: Browser, portal: PortalProcess, who: SignIn, options: Options = {}): Promise<Person> {
  const person = await Person.open(browser, portal.url, options);
  await signIn(person, who);
  await person.page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });
  return person;
}

export async function signIn({ page }: Person, { email, password }: SignIn): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Uses the menu, as people do. Nothing is loading any more when it returns. */
export async function goTo(person: Person, entry: string, heading: string | RegExp = entry): Promise<void> {
  await person.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: entry, exact: true }).click();
  await arrived(person, heading);
}

export async function arrived(person: Person, heading: string | RegExp): Promise<void> {
  await person.page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await person.arrived();
}
