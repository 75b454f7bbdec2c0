import type { Locator } from "@playwright/test";

const OF_THE_JOB = ["Job name", "PO number"];

/**
 * Displays the page with the field, because on a phone New Quote is a survey with one page for the
 * job and one for each window. Other devices display all fields at once.
 */
export async function turnedTo(form: Locator, label: string): Promise<Locator> {
  const field = form.getByLabel(label);
  const toJob = OF_THE_JOB.includes(label);
  const turn = form.getByRole("button", { name: toJob ? /^Window \d+ of/ : "To the windows" });
  await field.or(turn).first().waitFor();
  if (await field.isVisible()) return field;
  await turn.click();
  if (toJob) await form.page().getByRole("dialog", { name: "Windows" }).getByRole("button", { name: "The job" }).click();
  return field;
}
