import { type Browser, test } from "@playwright/test";
import { type SignIn, signIn } from "./demo-people.ts";
import { Person, type Visit } from "./person.ts";
import { type PortalProcess, startPortalProcess } from "./portal-process.ts";

/** Starts the product before the first story of a file and stops it after the last one. */
export function stories(env: Record<string, string> = {}) {
  let browser: Browser;
  let portal: PortalProcess;
  const people: Person[] = [];
  test.beforeAll(async ({ browser: started }) => {
    browser = started;
    portal = await startPortalProcess(env);
  });
  test.afterAll(async () => {
    try {
      // These people stayed for several stories. Faults of their pages are reported after the
      // portal has stopped.
      for (const person of people) if (!person.page.isClosed()) await person.close();
    } finally {
      await portal?.stop();
    }
  });

  const visit = async (options?: Visit): Promise<Person> => {
    const person = await Person.open(browser, portal.url, options);
    people.push(person);
    return person;
  };
  return {
    portal: () => portal,
    /** Opens a browser for a signed-out person. */
    visit,
    /** Opens a browser for a person and signs in on the screen. */
    async signedIn(who: SignIn, options?: Visit): Promise<Person> {
      const person = await visit(options);
      await signIn(person, who);
      await person.page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });
      return person;
    },
  };
}

export type Stage = ReturnType<typeof stories>;
