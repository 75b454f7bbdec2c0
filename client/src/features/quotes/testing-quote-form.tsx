import { act, fireEvent, screen, within } from "@testing-library/react";
import { useState } from "react";
import { type FakeCalls, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import QuoteCreateDialog from "./create/quote-create-dialog.tsx";
import type { QuoteStart } from "./form/quote-start.ts";
import { business, product, quoteItem, quoteRow } from "./quote-samples.ts";

export const savedQuote = { ...quoteRow(), note: null, items: [quoteItem] };

/**
 * Opens New Quote as the quotes page does, and unmounts it when it closes. A saved quote's id is
 * displayed.
 */
export function openNewQuote(calls: FakeCalls = {}, role: Role = "customer", start: QuoteStart = { kind: "new" }) {
  const api = fakeApi({
    products: { list: () => [product()] },
    clients: { list: () => [] },
    templates: { list: () => [] },
    retail: { business: () => ({ ...business, saved: false }) },
    ...calls,
    quotes: { create: () => savedQuote, ...calls.quotes },
  });
  const { person: user, unmount } = renderPage(<NewQuote start={start} />, { user: person(role), path: "/quotes" });
  return { api, user, unmount };
}

function NewQuote({ start }: { start: QuoteStart }) {
  const [open, setOpen] = useState(true);
  const [saved, setSaved] = useState<number | null>(null);
  if (saved !== null) return <p>Details of {quoteNumber(saved)}</p>;
  return open ? (
    <QuoteCreateDialog start={start} onClose={() => setOpen(false)} onSaved={setSaved} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      New Quote
    </button>
  );
}

/** Opens the form and waits for its shutter types. */
export async function openQuoteForm(calls?: FakeCalls, role?: Role, start?: QuoteStart) {
  const { api, user } = openNewQuote(calls, role, start);
  const form = within(await screen.findByRole("dialog", { name: "Create New Quote" }));
  // On a phone the survey begins with the job.
  const toWindows = form.queryByText("To the windows");
  if (toWindows) await user.click(toWindows);
  // A query by text is faster than one by role, which recomputes all options' roles and names on
  // each change of the page.
  await form.findByText("Basswood", { selector: "option" });
  return { api, user, form, submit: () => user.click(form.getByRole("button", { name: "Create Quote" })) };
}

export type Form = Awaited<ReturnType<typeof openQuoteForm>>["form"];

/** Finds a field by its own label, which is much faster than comparing every field's label. */
const fieldOf = (form: Form, label: string | RegExp): HTMLElement =>
  form.queryByText<HTMLLabelElement>(label, { selector: "label" })?.control ?? form.getByLabelText(label);

/** Sets a field's value without key events, for a test's starting state. */
export const set = (form: Form, label: string | RegExp, value: string) => fireEvent.change(fieldOf(form, label), { target: { value } });

/** Fills in a window that can be ordered: Basswood, 1200 × 900 mm by default. */
export function fillWindow(form: Form, { width = "1200", height = "900" } = {}) {
  set(form, "Shutter type", "1");
  // All four changes cause one render.
  act(() => {
    set(form, "Width", width);
    set(form, "Height", height);
    set(form, "Louver size", "64");
    set(form, "Colour", "White");
  });
}
