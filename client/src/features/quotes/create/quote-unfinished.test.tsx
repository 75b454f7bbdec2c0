import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { readDraft, writeDraft } from "../form/quote-draft.ts";
import { windowValues } from "../quote-samples.ts";
import { openNewQuote, set } from "../testing-quote-form.tsx";

const two = { userId: null, windows: [windowValues({ name: "Kitchen" }), windowValues({ name: "Bay" })] };

const form = async () => within(await screen.findByRole("dialog", { name: "Create New Quote" }));

test("typed values are stored when typing pauses, or at once when the form unmounts", async () => {
  const { unmount } = openNewQuote();
  set(await form(), "Width", "1200");
  await waitFor(() => expect(readDraft(7)?.values.windows[0]?.width).toBe("1200"));
  set(await form(), "Height", "900");
  unmount();
  expect(readDraft(7)?.values.windows[0]?.height).toBe("900");
});

test("an unfinished quote is offered again, and Enter continues it", async () => {
  writeDraft(7, two);
  const { user } = openNewQuote();
  await screen.findByText(/^You have an unfinished quote of 2 windows from \d\d:\d\d\.$/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Continue"));
  await user.keyboard("{Enter}");
  const dialog = await form();
  dialog.getByDisplayValue("Kitchen");
  dialog.getByRole("button", { name: /^Bay/ });
  await dialog.findByText("Basswood", { selector: "option" });
  await user.click(dialog.getByRole("button", { name: "Create Quote" }));
  await screen.findByText("Quote created successfully");
  expect(readDraft(7)).toBeNull();
});

test("discarding starts an empty form and deletes the draft; closing the question decides nothing", async () => {
  writeDraft(7, two);
  const { user } = openNewQuote();
  await user.keyboard("{Escape}");
  expect(readDraft(7)).not.toBeNull();
  await user.click(await screen.findByRole("button", { name: "New Quote" }));
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  (await form()).getByDisplayValue("Window 1");
  expect(readDraft(7)).toBeNull();
});

test("work discarded in the form is not offered again", async () => {
  const { user } = openNewQuote();
  set(await form(), "Width", "1200");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(readDraft(7)).toBeNull();
});

test("another person's unfinished quote is not offered", async () => {
  writeDraft(8, two);
  openNewQuote();
  (await form()).getByDisplayValue("Window 1");
});

test("an unfinished quote of staff restores the customer's name", async () => {
  writeDraft(7, { ...two, userId: 31, companyName: "Harbour Blinds" });
  const { user } = openNewQuote({}, "admin");
  await screen.findByText(/of 2 windows for Harbour Blinds from/);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect((await form()).getByRole<HTMLInputElement>("combobox", { name: "Customer" }).value).toBe("Harbour Blinds");
});

/**
 * Simulates another tab: writes a draft under this person's key and fires the browser's storage
 * event.
 */
const elsewhere = (width: string) => {
  writeDraft(7, { userId: null, windows: [windowValues({ name: "Loft", width })] }, Date.now(), null, { by: "another tab" });
  const key = Object.keys(localStorage).find((name) => name.includes("unfinished-quote"));
  fireEvent(window, new StorageEvent("storage", { key, newValue: key ? localStorage.getItem(key) : null }));
};
const OTHER_TAB = "This unfinished quote is open in another tab too";
const keptWidth = () => readDraft(7)?.values.windows[0]?.width;

test("another tab's draft is not overwritten unseen: the person chooses which one stays", async () => {
  const { user } = openNewQuote();
  set(await form(), "Width", "1200");
  await waitFor(() => expect(keptWidth()).toBe("1200"));
  elsewhere("555");
  await screen.findByText(OTHER_TAB);
  set(await form(), "Height", "900");
  // Typed values would otherwise be saved at this event.
  fireEvent(document, new Event("visibilitychange"));
  expect(keptWidth()).toBe("555");
  await user.click(screen.getByRole("button", { name: "Keep this tab's" }));
  expect(keptWidth()).toBe("1200");
  expect(screen.queryByText(OTHER_TAB)).toBeNull();
  elsewhere("777");
  await user.click(await screen.findByRole("button", { name: "Continue with the other tab's" }));
  (await form()).getByDisplayValue("Loft");
  (await form()).getByDisplayValue("777");
  expect(screen.queryByText(OTHER_TAB)).toBeNull();
});

test("two tabs of one unfinished quote: the later one finds the earlier one's draft and spares it", async () => {
  const { user, unmount } = openNewQuote();
  const dialog = await form();
  writeDraft(7, two, Date.now(), null, { by: "another tab" });
  set(dialog, "Width", "1200");
  await screen.findByText(OTHER_TAB);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  unmount();
  expect(readDraft(7)?.values.windows).toHaveLength(2);
});
