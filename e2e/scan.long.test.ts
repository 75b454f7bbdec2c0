import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { create } from "qrcode";
import { piecePath } from "#shared/contract/parts/papers.ts";
import { LAUNCH } from "../playwright.config.ts";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { type Person, PHONE, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * A shutter's label is held in front of a tablet's camera: Chromium's camera plays a film of it.
 */

const folder = mkdtempSync(join(tmpdir(), "tiltrod-scan-"));
const film = join(folder, "camera.y4m");
const camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", `--use-file-for-fake-video-capture=${film}`];
test.use({ launchOptions: { ...LAUNCH, args: [...LAUNCH.args, ...camera] } });

const { portal, signedIn } = stories({ DEMO: "1" });
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIZE = { width: 640, height: 480 } as const;
const MODULE = 7;
const [PAPER, INK, GREY] = [235, 16, 128];

/**
 * Makes a film of a code on a desk in a camera's raw format: each frame has the brightness first,
 * then no colour at half the size.
 */
function filmOf(text: string): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const bright = Buffer.alloc(SIZE.width * SIZE.height, GREY);
  const edge = 4;
  const side = (modules.size + 2 * edge) * MODULE;
  const [left, top] = [Math.round((SIZE.width - side) / 2), Math.round((SIZE.height - side) / 2)];
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const [row, column] = [Math.floor(y / MODULE) - edge, Math.floor(x / MODULE) - edge];
      const inside = Math.min(row, column) >= 0 && Math.max(row, column) < modules.size;
      bright[(top + y) * SIZE.width + left + x] = inside && modules.get(row, column) ? INK : PAPER;
    }
  const frame = Buffer.concat([Buffer.from("FRAME\n"), bright, Buffer.alloc(bright.length / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([head, ...Array.from({ length: 5 }, () => frame)]);
}

interface Piece {
  readonly itemId: number;
  readonly piece: number;
  readonly cut: { readonly by: { readonly companyName: string } } | null;
}

test("a scanned label opens its shutter, another code opens none, and the closed dialog stops the camera", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  const { page } = bench;
  const got = async <Body>(path: string): Promise<Body> => (await page.request.get(path)).json() as Promise<Body>;
  const orders = await got<{ id: number; progress: { cut: number }; shutters: number }[]>("/api/workshop?limit=200");
  const order = orders.find(({ progress, shutters }) => progress.cut < shutters);
  const pieces = async () => (await got<{ pieces: Piece[] }>(`/api/orders/${order?.id}/pieces`)).pieces;
  const held = (await pieces()).find(({ cut }) => cut === null);
  if (!order || !held) throw new Error("The demo has nothing to cut");
  const now = async () => (await pieces()).find(({ itemId, piece }) => itemId === held.itemId && piece === held.piece);

  await goTo(bench, "Workshop");
  await watchCameras(bench);
  // A poster beside the bench may contain a code too.
  writeFileSync(film, filmOf("https://example.com/menu"));
  await page.getByRole("button", { name: "Scan a label" }).tap();
  const dialog = page.getByRole("dialog", { name: "Scan a label" });
  await dialog.getByText("This code is not a shutter's label of this portal.").waitFor();
  await bench.looksRight("supplier: scanning");
  await dialog.getByRole("button", { name: "Cancel" }).tap();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => camerasOn(bench)).toBe(0);

  const path = piecePath(order.id, held.itemId, held.piece);
  writeFileSync(film, filmOf(new URL(path, portal().url).href));
  await page.getByRole("button", { name: "Scan a label" }).tap();
  await page.waitForURL(`**${path}`);
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => camerasOn(bench)).toBe(0);
  await arrived(bench, new RegExp(`ORD-${order.id}`));
  await bench.looksRight("supplier: a scanned shutter");
  await bench.isForThumbs("supplier: a scanned shutter");
  await page.getByRole("button", { name: "Mark as cut" }).tap();
  await expect.poll(async () => (await now())?.cut?.by.companyName).toBe("Northmoor Joinery Works");
  await page.getByRole("button", { name: "Mark as assembled" }).waitFor();
  await bench.close();
});

test("a scanned shutter's next step is visible on a phone at once", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: PHONE });
  const { page } = bench;
  const orders: { id: number; progress: { cut: number }; shutters: number }[] = await (
    await page.request.get("/api/workshop?limit=200")
  ).json();
  for (const order of orders.filter(({ progress, shutters }) => progress.cut < shutters)) {
    const { pieces }: { pieces: Piece[] } = await (await page.request.get(`/api/orders/${order.id}/pieces`)).json();
    const held = pieces.find(({ cut }) => cut === null);
    if (!held) continue;
    await page.goto(piecePath(order.id, held.itemId, held.piece));
    await arrived(bench, new RegExp(`ORD-${order.id}`));
    await expect(page.getByRole("button", { name: "Mark as cut" })).toBeInViewport({ ratio: 1 });
  }
  await bench.looksRight("supplier: a scanned shutter on a phone");
  await bench.close();
});

/**
 * Records each camera stream that the page receives, so that a story can check whether it still
 * runs.
 */
const watchCameras = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    const given: MediaStream[] = [];
    const { mediaDevices } = navigator;
    const usual = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await usual(wanted);
      given.push(stream);
      return stream;
    };
    Object.assign(window, { given });
  });
const camerasOn = ({ page }: Person): Promise<number> =>
  page.evaluate(() => {
    const { given } = window as unknown as { given: MediaStream[] };
    if (given.length === 0) throw new Error("No camera was ever opened");
    return given.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === "live").length;
  });
