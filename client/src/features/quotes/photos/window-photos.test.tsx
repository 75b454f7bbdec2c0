import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { quoteItem, quoteRow } from "../quote-samples.ts";
import QuotesPage from "../quotes-page.tsx";
import { fillWindow, openQuoteForm, savedQuote } from "../testing-quote-form.tsx";

beforeEach(() => {
  let urls = 0;
  // jsdom can't create object URLs.
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => `blob:${++urls}`, revokeObjectURL: vi.fn() }));
});

const photoFile = (name: string) => new File(["x"], name, { type: "image/jpeg", lastModified: 1 });
const photo = (n: number, forWorkshop = false) => ({ n, url: `/api/quotes/12/items/1/photos/${n}`, forWorkshop });
const names = (asked: readonly { files: readonly File[] }[]) => asked.map(({ files }) => files.map(({ name }) => name));

test("a new quote's photos wait for the first save, and are sent to their windows", async () => {
  const stored = { ...savedQuote, items: [quoteItem, { ...quoteItem, id: 2, name: "Kitchen copy" }] };
  const opened = await openQuoteForm({ quotes: { create: () => stored, addPhotos: () => ({ photos: [photo(1)] }) } });
  fillWindow(opened.form);
  const choose = (...files: File[]) => opened.user.upload(opened.form.getByLabelText(/^Add photos of/), files);
  await choose(photoFile("one.jpg"), photoFile("two.jpg"));
  // The copy has no photos until its own are added.
  await opened.user.click(opened.form.getByRole("button", { name: "Duplicate" }));
  await choose(photoFile("three.jpg"));
  expect(opened.api.asked("quotes", "addPhotos")).toEqual([]);
  await opened.submit();
  expect(await screen.findByText("Details of Q-12")).toBeTruthy();
  expect(screen.getByText("3 photos were sent")).toBeTruthy();
  const asked = opened.api.asked("quotes", "addPhotos");
  expect(asked.map(({ params }) => params)).toEqual([
    { id: "12", itemId: "1" },
    { id: "12", itemId: "2" },
  ]);
  expect(names(asked)).toEqual([["one.jpg", "two.jpg"], ["three.jpg"]]);
  expect(JSON.stringify(opened.api.asked("quotes", "create")[0]?.body)).not.toContain("photosKey");
});

test("photos that failed are listed, stored and retried under the same key; the quote saves once", async () => {
  let tries = 0;
  const addPhotos = () => {
    tries += 1;
    return tries === 1 ? fails(503, "There is no room for files just now.")() : { photos: [photo(1)] };
  };
  const opened = await openQuoteForm({ quotes: { create: () => savedQuote, addPhotos } });
  fillWindow(opened.form);
  await opened.user.upload(opened.form.getByLabelText(/^Add photos of/), [photoFile("one.jpg")]);
  await opened.submit();
  expect(await screen.findByText("One photo is still here, and the quote is saved.")).toBeTruthy();
  await opened.user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Details of Q-12")).toBeTruthy();
  const asked = opened.api.asked("quotes", "addPhotos");
  expect(names(asked)).toEqual([["one.jpg"], ["one.jpg"]]);
  expect(asked[1]?.idempotencyKey).toBe(asked[0]?.idempotencyKey);
  expect(opened.api.asked("quotes", "create")).toHaveLength(1);
});

test("a person can continue without failed photos, and the quote is saved", async () => {
  const opened = await openQuoteForm({ quotes: { create: () => savedQuote, addPhotos: fails(503, "There is no room.") } });
  fillWindow(opened.form);
  await opened.user.upload(opened.form.getByLabelText(/^Add photos of/), [photoFile("one.jpg"), photoFile("two.jpg")]);
  await opened.submit();
  expect(await screen.findByText("2 photos are still here, and the quote is saved.")).toBeTruthy();
  await opened.user.click(screen.getByRole("button", { name: "Continue without them" }));
  expect(await screen.findByText("Details of Q-12")).toBeTruthy();
});

test("a fifth photo is left out, with a message", async () => {
  const { user, form } = await openQuoteForm();
  await user.upload(
    form.getByLabelText(/^Add photos of/),
    [1, 2, 3, 4, 5].map((n) => photoFile(`${n}.jpg`)),
  );
  expect(form.getByText("At most 4 photos can be sent: 1 was left out.")).toBeTruthy();
  expect(form.getByLabelText(/^Add photos of/)).toHaveProperty("disabled", true);
  await user.click(form.getByRole("button", { name: "Remove 2.jpg" }));
  expect(form.getByLabelText(/^Add photos of/)).toHaveProperty("disabled", false);
});

/** Opens the details of a quote with one window and these photos. */
async function openDetails(
  photos: ReturnType<typeof photo>[],
  facts: Parameters<typeof quoteRow>[0] = {},
  role: "customer" | "admin" = "customer",
) {
  const shown = quoteRow({ id: 12, ...facts });
  const items = [{ ...quoteItem, photos }];
  const api = fakeApi({
    quotes: {
      list: () => [shown],
      read: () => ({ ...shown, note: null, items, refunded: 0 }),
      items: () => items,
      addPhotos: () => ({ photos }),
      changePhoto: () => photo(1, true),
      removePhoto: () => null,
    },
    retail: { business: fails(404, "None"), read: fails(409, "Fill in your business details first"), links: () => [] },
  });
  const { person: user } = renderPage(<QuotesPage />, { user: person(role), path: "/quotes?quote=12" });
  const details = within(await screen.findByRole("dialog", { name: "Quote Details Q-12" }));
  await details.findByText("Kitchen");
  return { api, user, details };
}

test("a draft's details show a window's photos: shared, removed, opened large, or more added", async () => {
  const { api, user, details } = await openDetails([photo(1), photo(2, true)]);
  const ticks = details.getAllByRole<HTMLInputElement>("checkbox", { name: "For the workshop" });
  expect(ticks.map(({ checked }) => checked)).toEqual([false, true]);
  await user.click(ticks[0] as HTMLElement);
  expect(api.asked("quotes", "changePhoto")).toMatchObject([{ params: { id: "12", itemId: "1", n: "1" }, body: { forWorkshop: true } }]);
  await user.upload(details.getByLabelText("Add photos of Kitchen"), [photoFile("sill.jpg")]);
  await waitFor(() => expect(names(api.asked("quotes", "addPhotos"))).toEqual([["sill.jpg"]]));
  await user.click(details.getByRole("button", { name: "Remove photo 2 of Kitchen" }));
  await waitFor(() => expect(api.asked("quotes", "removePhoto")).toMatchObject([{ params: { n: "2" } }]));
  await user.click(details.getByRole("button", { name: "Photo 2 of Kitchen" }));
  expect(
    within(await screen.findByRole("dialog", { name: "Photo 2 of 2" }))
      .getByAltText("Photo 2")
      .getAttribute("src"),
  ).toBe(photo(2).url);
});

test("failed photos of a stored window can be sent again", async () => {
  const { api, user, details } = await openDetails([]);
  api.answer({ quotes: { addPhotos: fails(503, "There is no room for files just now.") } });
  await user.upload(details.getByLabelText("Add photos of Kitchen"), [photoFile("sill.jpg")]);
  expect(await details.findByText("The photo is still here.")).toBeTruthy();
  api.answer({ quotes: { addPhotos: () => ({ photos: [photo(1)] }) } });
  await user.click(details.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(details.queryByText("The photo is still here.")).toBeNull());
  expect(names(api.asked("quotes", "addPhotos"))).toEqual([["sill.jpg"], ["sill.jpg"]]);
});

test("a sent quote accepts no photos, and staff add none", async () => {
  const sent = await openDetails([photo(1)], { quoteStatus: "sent" });
  expect([sent.details.queryByLabelText(/^Add photos/), sent.details.queryAllByRole("checkbox").length]).toEqual([null, 1]);
});

test("staff see and share a window's photos without adding any", async () => {
  const { details } = await openDetails([photo(1)], {}, "admin");
  expect([details.queryByLabelText(/^Add photos/), details.getAllByRole("checkbox", { name: "For the workshop" }).length]).toEqual([
    null,
    1,
  ]);
});
