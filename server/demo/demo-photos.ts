import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import sharp from "sharp";
import type { Db } from "#server/platform/db/connect.ts";
import { type PhotoStore, thumbKey } from "#server/platform/photos/photo-store.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import { remakePhotos, remakeReplies } from "#server/schema/remake-parts.ts";

const [WIDTH, HEIGHT, THUMB] = [960, 720, 400];

/**
 * The picture of each of the demo's remakes, chosen by a word of its reason. Other remakes have no
 * photos.
 */
const PICTURED: readonly (readonly [word: string, fault: Fault, views: number])[] = [
  ["too short", "gap", 2],
  ["darker", "colour", 1],
  ["cracked", "crack", 2],
  ["scratch", "scratch", 3],
  ["T-post", "skew", 1],
  ["blistered", "blisters", 1],
  ["fendu", "split", 1],
];

/** The picture for a reply's photos, chosen by a word of the reply. */
const REPLIES_PICTURED: readonly (readonly [word: string, fault: Fault, view: number])[] = [
  ["hinge side", "gap", 2],
  ["on the bench", "crack", 0],
];

interface DemoPhoto {
  readonly remakeId: number;
  readonly place: number;
  readonly replyId: number | null;
  readonly fault: Fault;
  readonly view: number;
}

/** Stores drawn photos in the same way as a customer's upload. */
export async function storeDemoPhotos(db: Db, store: PhotoStore): Promise<void> {
  const stored = await db.select({ id: remakes.id, reason: remakes.reason }).from(remakes).orderBy(asc(remakes.id));
  const replies = await db.select().from(remakeReplies).orderBy(asc(remakeReplies.id));
  const pictures = PICTURED.flatMap(([word, fault, views]): DemoPhoto[] => {
    const remake = stored.find(({ reason }) => reason.includes(word));
    if (!remake) return [];
    return Array.from({ length: views }, (_, view) => ({ remakeId: remake.id, place: view + 1, replyId: null, fault, view }));
  });
  for (const [word, fault, view] of REPLIES_PICTURED) {
    const reply = replies.find(({ message }) => message.includes(word));
    if (!reply) continue;
    const { id: replyId, remakeId } = reply;
    pictures.push({ remakeId, place: pictures.filter((photo) => photo.remakeId === remakeId).length + 1, replyId, fault, view });
  }
  const rows = await Promise.all(
    pictures.map(async ({ fault, view, ...owner }) => ({
      ...owner,
      ...(await storePicture(store, await pictureOf(drawShutter(fault, view)))),
    })),
  );
  if (rows.length > 0) await db.insert(remakePhotos).values(rows);
  await storeWindowPhotos(db, store);
}

interface Picture {
  readonly photo: Buffer;
  readonly thumb: Buffer;
}

async function pictureOf(drawing: string): Promise<Picture> {
  const photo = await sharp(Buffer.from(drawing)).resize(WIDTH, HEIGHT).jpeg({ quality: 80 }).toBuffer();
  return { photo, thumb: await sharp(photo).resize({ width: THUMB }).jpeg({ quality: 78 }).toBuffer() };
}

async function storePicture(store: PhotoStore, { photo, thumb }: Picture) {
  const storageKey = `${randomUUID()}.jpg`;
  await Promise.all([store.put(storageKey, photo), store.put(thumbKey(storageKey), thumb)]);
  return { storageKey, width: WIDTH, height: HEIGHT, bytes: photo.length };
}

/** The number of drafts and of open orders whose first window has photos. */
const PHOTOGRAPHED = 8;

/**
 * Photos that fitters took before they measured: the whole window, and an obstacle to the frame,
 * which the workshop sees.
 */
async function storeWindowPhotos(db: Db, store: PhotoStore): Promise<void> {
  const firstWindows = () =>
    db.select({ id: quoteItems.id }).from(quoteItems).innerJoin(quotes, eq(quotes.id, quoteItems.quoteId)).$dynamic();
  const drafts = await firstWindows()
    .where(and(eq(quoteItems.place, 1), eq(quotes.status, "draft"), isNull(quotes.placedAt), isNull(quotes.deletedAt)))
    .orderBy(desc(quotes.id))
    .limit(PHOTOGRAPHED);
  const open = await firstWindows()
    .innerJoin(orders, eq(orders.quoteId, quotes.id))
    .where(and(eq(quoteItems.place, 1), inArray(orders.status, ["pending", "processing"]), isNull(orders.deletedAt)))
    .orderBy(desc(orders.id))
    .limit(PHOTOGRAPHED);
  const views = await Promise.all([pictureOf(drawWindow(false)), pictureOf(drawWindow(true))]);
  const rows: (typeof windowPhotos.$inferInsert)[] = [];
  for (const { id: quoteItemId } of [...drafts, ...open])
    for (const [at, view] of views.entries())
      rows.push({ quoteItemId, n: at + 1, forWorkshop: at === 1, ...(await storePicture(store, view)) });
  if (rows.length > 0) await db.insert(windowPhotos).values(rows);
}

/** Draws a window without shutters as SVG. `near` shows its handle and the sill. */
function drawWindow(near: boolean): string {
  const frame = (x: number) =>
    `<rect x="${x}" y="150" width="330" height="560" fill="url(#sky)" stroke="#f3efe6" stroke-width="26"/><rect x="${x - 13}" y="137" width="356" height="586" fill="none" stroke="#a59c8c" stroke-width="2"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="${near ? "480 380 480 360" : "0 0 1200 900"}">
<defs><linearGradient id="wall" x2="1" y2="1"><stop stop-color="#d9d4ca"/><stop offset="1" stop-color="#b0a799"/></linearGradient>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#c9dbe6"/><stop offset=".62" stop-color="#e9eef0"/><stop offset=".63" stop-color="#8d9b7a"/><stop offset="1" stop-color="#6d7d5d"/></linearGradient></defs>
<rect width="1200" height="900" fill="url(#wall)"/><path d="M210 90h780l-40 40H250z" fill="#8f8778"/><path d="M210 90v660l40-30V130z" fill="#a89f90"/><path d="M990 90v660l-40-30V130z" fill="#c3bbad"/>
${frame(262)}${frame(608)}
<path d="M190 750h820l-50-32H240z" fill="#f1ece1"/><rect x="190" y="750" width="820" height="26" fill="#cfc7b8"/>
<rect x="618" y="520" width="14" height="66" rx="6" fill="#6f6a61"/><rect x="612" y="556" width="86" height="14" rx="7" fill="#57534b"/>
<rect x="0" y="776" width="1200" height="124" fill="#9b9182" opacity=".35"/></svg>`;
}

/** The fault that a drawn photo of a shutter shows. */

type Fault = "gap" | "colour" | "crack" | "scratch" | "skew" | "blisters" | "split";

const PANELS = [
  { x: 210, width: 380 },
  { x: 610, width: 380 },
] as const;
const [TOP, BOTTOM, STILE, RAIL, PITCH] = [110, 800, 34, 56, 37] as const;
const CREAM = ["#f4efe4", "#ddd5c4", "#b9b09d"] as const;
const WALNUT = ["#7a5a3e", "#5e432c", "#3f2c1c"] as const;
type Paint = readonly [light: string, mid: string, dark: string];

/** The position of the fault in the drawing. */
const SPOT: Record<Fault, readonly [x: number, y: number]> = {
  gap: [400, 760],
  colour: [700, 430],
  crack: [430, 470],
  scratch: [760, 160],
  skew: [600, 420],
  blisters: [330, 560],
  split: [190, 120],
};

/** The first view shows the whole window; each further view is closer. */
function drawShutter(fault: Fault, view: number): string {
  const zoom = [1, 0.42, 0.24][view] ?? 0.24;
  const [x, y] = SPOT[fault];
  const [width, height] = [1200 * zoom, 900 * zoom];
  const left = view === 0 ? 0 : Math.min(Math.max(x - width / 2, 0), 1200 - width);
  const top = view === 0 ? 0 : Math.min(Math.max(y - height / 2, 0), 900 - height);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="${left} ${top} ${width} ${height}">
<defs>
<linearGradient id="wall" x2="1" y2="1"><stop stop-color="#cfc8bb"/><stop offset="1" stop-color="#a39a8b"/></linearGradient>
<linearGradient id="sky" y2="1" x2="0"><stop stop-color="#eef4f7"/><stop offset="1" stop-color="#cfdcdf"/></linearGradient>
<radialGradient id="light" cx=".3" cy=".2" r="1"><stop stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#1a120a" stop-opacity=".35"/></radialGradient>
</defs>
<rect width="1200" height="900" fill="url(#wall)"/>
<rect x="176" y="76" width="848" height="758" fill="#8d8474"/><rect x="188" y="88" width="824" height="734" fill="url(#sky)"/>
${panel(PANELS[0], CREAM, fault === "gap" ? 22 : 0, 0)}
${panel(PANELS[1], fault === "colour" ? WALNUT : CREAM, 0, fault === "skew" ? 1.3 : 0)}
<g fill="none" stroke="${CREAM[1]}" stroke-width="24"><rect x="188" y="88" width="824" height="734"/></g>
<rect x="140" y="834" width="920" height="40" fill="#e6dfd1"/><rect x="140" y="870" width="920" height="6" fill="#8d8474"/>
${MARKS[fault]}
<rect width="1200" height="900" fill="url(#light)"/></svg>`;
}

function panel(
  { x, width }: { readonly x: number; readonly width: number },
  [light, mid, dark]: Paint,
  short: number,
  tilt: number,
): string {
  const bottom = BOTTOM - short;
  const louvres: string[] = [];
  for (let y = TOP + RAIL + 6; y + PITCH < bottom - RAIL; y += PITCH) {
    louvres.push(
      `<rect x="${x + STILE}" y="${y}" width="${width - 2 * STILE}" height="${PITCH - 9}" fill="${mid}"/>`,
      `<rect x="${x + STILE}" y="${y}" width="${width - 2 * STILE}" height="9" fill="${light}"/>`,
      `<rect x="${x + STILE}" y="${y + PITCH - 12}" width="${width - 2 * STILE}" height="4" fill="${dark}"/>`,
    );
  }
  const rod = x + width / 2 - 5;
  return `<g transform="rotate(${tilt} ${x} ${bottom})">
<rect x="${x}" y="${TOP}" width="${width}" height="${RAIL}" fill="${light}" stroke="${dark}"/>
<rect x="${x}" y="${bottom - RAIL}" width="${width}" height="${RAIL}" fill="${light}" stroke="${dark}"/>
${louvres.join("")}
<rect x="${x}" y="${TOP}" width="${STILE}" height="${bottom - TOP}" fill="${light}" stroke="${dark}"/>
<rect x="${x + width - STILE}" y="${TOP}" width="${STILE}" height="${bottom - TOP}" fill="${light}" stroke="${dark}"/>
<rect x="${rod}" y="${TOP + RAIL}" width="10" height="${bottom - TOP - 2 * RAIL}" rx="3" fill="${light}" stroke="${dark}"/>
</g>`;
}

const dot = ([x, y, r]: readonly number[]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fbf7ee" stroke="#a79d89" stroke-width="1.5"/>`;
const BLISTERS = [
  [300, 548, 5],
  [316, 553, 8],
  [335, 547, 4],
  [352, 555, 6],
  [290, 584, 6],
  [322, 590, 9],
  [348, 586, 4],
];

const MARKS: Record<Fault, string> = {
  gap: "",
  colour: "",
  skew: "",
  crack: `<g fill="none" stroke="#3c3226" stroke-width="2.5"><path d="M412 436l9 8-4 6 11 10"/><path d="M430 474l-7 7 8 5-6 9 10 6"/><path d="M416 512l12 5-3 8 9 7"/></g>`,
  scratch: `<g fill="none" stroke-linecap="round"><path d="M660 132q90 22 236 20" stroke="#8a7f6c" stroke-width="4"/><path d="M662 134q92 22 232 19" stroke="#fffdf8" stroke-width="1.6"/><path d="M720 150l120 5" stroke="#9b907c" stroke-width="2"/></g>`,
  blisters: BLISTERS.map(dot).join(""),
  split: `<g fill="none" stroke="#2e251a"><path d="M177 78l16 14 3 12 9 8" stroke-width="4"/><path d="M196 96l-10 16" stroke-width="2"/></g>`,
};
