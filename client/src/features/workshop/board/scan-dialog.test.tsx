import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { findCodePath, findTypedPath, piecePath } from "#shared/contract/parts/papers.ts";
import { ScanButton } from "./scan-button.tsx";

const LABEL = `https://old-name.example${piecePath(36, 512, 3)}`;

/** Fakes a camera that sees this code, and a browser that can read it. */
function withCamera(code: string, opened: () => Promise<void> = async () => {}) {
  const stop = vi.fn();
  const stream = { getTracks: () => [{ stop }] };
  const getUserMedia = vi.fn(async () => {
    await opened();
    return stream;
  });
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  const Reader = class {
    static getSupportedFormats = async () => ["ean_13", "qr_code"];
    detect = async () => [{ rawValue: code }];
  };
  vi.stubGlobal("BarcodeDetector", Reader);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  return { stop, getUserMedia };
}

async function openDialog() {
  const page = renderPage(<ScanButton />, { path: "/workshop" });
  await page.person.click(screen.getByRole("button", { name: "Scan a label" }));
  await screen.findByRole("dialog", { name: "Scan a label" });
  return page;
}
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

test("a label before the camera opens its shutter, and the camera turns off", async () => {
  const { stop, getUserMedia } = withCamera(LABEL);
  const { history } = await openDialog();
  await isClosed();
  expect(history.at(-1)).toBe("/workshop/36?piece=512.3");
  expect(getUserMedia).toHaveBeenCalledWith(
    expect.objectContaining({ audio: false, video: expect.objectContaining({ facingMode: "environment" }) }),
  );
  await waitFor(() => expect(stop).toHaveBeenCalled());
});

test("another code has a message, and closing turns the camera off", async () => {
  const { stop } = withCamera("https://portal.test/orders?order=36");
  const { person, history } = await openDialog();
  await screen.findByText("This code is not a shutter's label of this portal.");
  expect(stop).not.toHaveBeenCalled();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await isClosed();
  expect(stop).toHaveBeenCalledTimes(1);
  expect(history).toEqual(["/workshop"]);
});

test("a camera that opens after the dialog was closed is turned off too", async () => {
  let allow = () => {};
  const { stop } = withCamera(LABEL, () => new Promise((done) => (allow = done)));
  const { person, history } = await openDialog();
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  await isClosed();
  allow();
  await waitFor(() => expect(stop).toHaveBeenCalled());
  expect(history).toEqual(["/workshop"]);
});

test.each([
  ["NotAllowedError", /^The camera may not be used here\./],
  ["NotFoundError", /^No camera was found on this device\./],
  ["NotReadableError", /^The camera could not be opened\./],
])("the camera's %s displays a sentence, and the label can be typed instead", async (name, sentence) => {
  withCamera("", () => Promise.reject(new DOMException("", name)));
  const { person, history } = await openDialog();
  await screen.findByText(sentence);
  const field = screen.getByRole("textbox", { name: "Order and piece" });
  await person.type(field, "the blue one{Enter}");
  await screen.findByText("Please type it as printed on the label, such as ORD-36 512.3");
  await person.clear(field);
  await person.type(field, "ord-36 512.3{Enter}");
  await isClosed();
  expect(history.at(-1)).toBe("/workshop/36?piece=512.3");
});

test("plain http displays a sentence that the camera needs https", async () => {
  vi.stubGlobal("isSecureContext", false);
  await openDialog();
  await screen.findByText(/^A browser opens its camera only for an address that begins with https\./);
});

test("a scanned code needs the label's whole address, a typed one the label's words", () => {
  expect(findCodePath(LABEL)).toBe("/workshop/36?piece=512.3");
  for (const other of [
    "36",
    "ORD-36 512.3",
    "https://x.example/workshop/36",
    `javascript:${LABEL}`,
    `${LABEL}&to=//evil.example`,
    "https://x.example//workshop/36?piece=1.1",
  ])
    expect([other, findCodePath(other)]).toEqual([other, null]);
  for (const typed of ["ORD-36 512.3", "36-512.3", "ord 36 · 512.3", "ORD36/512.3", LABEL])
    expect([typed, findTypedPath(typed)]).toEqual([typed, "/workshop/36?piece=512.3"]);
  for (const typed of ["36", "ORD-36", "0036"]) expect(findTypedPath(typed)).toBe("/workshop/36");
  for (const typed of ["", "512.3", "36 512", "36 512.3 4", "Q-36", "36?piece=1.1"])
    expect([typed, findTypedPath(typed)]).toEqual([typed, null]);
});
