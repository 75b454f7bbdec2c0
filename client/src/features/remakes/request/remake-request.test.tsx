import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { choosePhotos } from "#client/components/photos/chosen-photos.ts";
import { fails, fakeApi, hangs, losesReply } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { detailsOf, orderDetailsOf, orderOf, photoFile } from "../remake-samples.ts";
import RemakesPage from "../remakes-page.tsx";

const revoked = vi.fn();
beforeEach(() => {
  let made = 0;
  revoked.mockClear();
  // jsdom can't create object URLs.
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: revoked }));
});

const orders = { list: () => [orderOf(12), orderOf(9)] };
async function open(calls: Parameters<typeof fakeApi>[0], path = "/remakes") {
  const api = fakeApi({ orders, ...calls, remakes: { list: () => [], ...calls.remakes } });
  const view = renderPage(<RemakesPage />, { user: person("customer"), path });
  if (path === "/remakes") await view.person.click((await screen.findAllByRole("button", { name: "Request Remake" }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "Request Remake" }));
  await dialog.findByRole("option", { name: /^ORD-12/ });
  const submit = () => view.person.click(dialog.getByRole("button", { name: "Request Remake" }));
  const choose = (...files: File[]) => view.person.upload(dialog.getByLabelText(/^Photos/), files);
  return { ...view, api, dialog, submit, choose };
}
async function filled(calls: Parameters<typeof fakeApi>[0]) {
  const opened = await open(calls);
  await opened.person.selectOptions(opened.dialog.getByLabelText("Order"), "12");
  await opened.person.type(opened.dialog.getByLabelText("Reason"), "Scratched");
  return opened;
}

test("the form requires an order and a reason in the specified words before it sends", async () => {
  const { api, dialog, submit } = await open({});
  await submit();
  expect(await dialog.findByText("Please select an order")).toBeTruthy();
  expect(dialog.getByText("Please provide a reason for the remake request")).toBeTruthy();
  expect(api.asked("remakes", "create")).toHaveLength(0);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Order")));
});

test("order, reason and photos are sent unchanged, and success closes the form", async () => {
  const { api, submit, choose } = await filled({ remakes: { create: () => detailsOf(1) } });
  await choose(photoFile("one.jpg"), photoFile("two.png", { type: "image/png" }));
  await submit();
  expect(await screen.findByText("Remake request submitted successfully")).toBeTruthy();
  const [asked] = api.asked("remakes", "create");
  expect(asked?.body).toEqual({ orderId: "12", reason: "Scratched" });
  expect(asked?.files.map(({ name }) => name)).toEqual(["one.jpg", "two.png"]);
  expect(asked?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(revoked).toHaveBeenCalledTimes(2);
});

test("a photo is previewed before it is sent, and can be removed", async () => {
  const { api, dialog, submit, choose, person: actor } = await filled({ remakes: { create: () => detailsOf(1) } });
  await choose(photoFile("one.jpg"), photoFile("two.jpg"), photoFile("one.jpg"));
  expect(within(dialog.getByRole("list", { name: "Chosen photos" })).getAllByRole("listitem")).toHaveLength(2);
  await actor.click(dialog.getByRole("button", { name: "Remove one.jpg" }));
  expect(revoked).toHaveBeenCalledWith("blob:1");
  await submit();
  await waitFor(() => expect(api.asked("remakes", "create")[0]?.files.map(({ name }) => name)).toEqual(["two.jpg"]));
});

test("a file that the server would refuse is refused at once, and the valid ones remain", async () => {
  const { dialog, choose } = await filled({});
  const heavy = photoFile("heavy.jpg");
  Object.defineProperty(heavy, "size", { value: 12 * 1024 * 1024 });
  await choose(photoFile("good.jpg"), heavy, ...Array.from({ length: 11 }, (_, n) => photoFile(`${n}.jpg`)));
  expect(await dialog.findByText("“heavy.jpg” is too large (12.0 MB): at most 10 MB each.")).toBeTruthy();
  expect(dialog.getByText("At most 10 photos can be sent: 2 were left out.")).toBeTruthy();
  expect(dialog.getByText("10 of 10")).toBeTruthy();
  expect(dialog.getByLabelText(/^Photos/)).toHaveProperty("disabled", true);
});

test("the file chooser offers pictures only, and several at once", async () => {
  const { dialog } = await open({});
  const chooser = dialog.getByLabelText<HTMLInputElement>(/^Photos/);
  expect([chooser.type, chooser.multiple, chooser.required]).toEqual(["file", true, false]);
  expect(chooser.accept).toBe("image/jpeg,image/png,image/webp,image/avif");
});

test("dropped files of another type are named", () => {
  expect(choosePhotos([], [photoFile("note.svg", { type: "image/svg+xml" }), photoFile("empty.jpg", { bytes: 0 })]).faults).toEqual([
    "“note.svg” is not a picture we can read. JPEG, PNG, WebP and AVIF pictures are accepted.",
    "“empty.jpg” is empty.",
  ]);
});

test("the upload displays its progress, allows no second press, and can be stopped", async () => {
  const { api, dialog, submit, choose } = await filled({ remakes: { create: hangs } });
  const photo = photoFile("one.jpg");
  Object.defineProperty(photo, "size", { value: 8 * 1024 * 1024 });
  await choose(photo);
  await submit();
  expect((await dialog.findByRole("progressbar", { name: "Sending" })).getAttribute("aria-valuetext")).toBe("4.0 MB of 8.0 MB");
  await submit();
  expect(api.asked("remakes", "create")).toHaveLength(1);
  expect(dialog.getByRole("button", { name: "Remove one.jpg" })).toHaveProperty("disabled", true);
  expect(dialog.getByRole("button", { name: "Stop" })).toBeTruthy();
});

test("a refusal preserves the whole form and displays the server's sentence", async () => {
  const sentence = '"one.jpg" is broken and cannot be read. JPEG, PNG, WebP and AVIF pictures are accepted.';
  const { dialog, submit, choose } = await filled({ remakes: { create: fails(415, sentence) } });
  await choose(photoFile("one.jpg"));
  await submit();
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(dialog.getByLabelText("Reason")).toHaveProperty("value", "Scratched");
  expect(dialog.getByLabelText("Order")).toHaveProperty("value", "12");
  expect(dialog.getByRole("button", { name: "Remove one.jpg" })).toHaveProperty("disabled", false);
});

test("a retry after a lost reply has the same key; another request has another", async () => {
  const { api, dialog, submit, person: actor } = await filled({ remakes: { create: losesReply } });
  await submit();
  expect(await dialog.findByText("No reply came. Check your connection, then try again.")).toBeTruthy();
  await submit();
  await waitFor(() => expect(api.asked("remakes", "create")).toHaveLength(2));
  await actor.type(dialog.getByLabelText("Reason"), " badly");
  await submit();
  await waitFor(() => expect(api.asked("remakes", "create")).toHaveLength(3));
  const [first, second, third] = api.asked("remakes", "create").map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a server fault displays a fixed sentence", async () => {
  const { dialog, submit } = await filled({ remakes: { create: fails(500) } });
  await submit();
  expect(await dialog.findByText("Failed to submit remake request. Please try again.")).toBeTruthy();
});

test("closing the form with input needs a confirmation", async () => {
  const { dialog, choose, person: actor } = await open({});
  await choose(photoFile("one.jpg"));
  await actor.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("alertdialog", { name: "Discard what you entered?" })).toBeTruthy();
});

test("the order from which the form was opened is chosen at first", async () => {
  const { dialog } = await open({}, "/remakes?order=9");
  expect(dialog.getByLabelText("Order")).toHaveProperty("value", "9");
});

test("an order beyond the list is loaded by its number", async () => {
  const { dialog } = await open({ orders: { ...orders, read: () => orderDetailsOf(3, []) } }, "/remakes?order=3");
  expect(await dialog.findByRole("option", { name: /^ORD-3 / })).toBeTruthy();
  await act(async () => {});
  expect(dialog.getByLabelText("Order")).toHaveProperty("value", "3");
});
