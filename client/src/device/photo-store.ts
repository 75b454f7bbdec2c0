import { isOnDevice, openDeviceDatabase } from "./device-database.ts";

/** The photos of one window of an unsaved form (rule Q11). */
interface FormPhotos {
  readonly person: number;
  /** The form's key of the window. */
  readonly key: string;
  readonly files: readonly File[];
}

/** The server's `FORGETTING_WORKER` deletes the database by this name (rule W57). */
const PHOTOS = "unsaved-photos";
const OF_WINDOWS = "windows";

/** @throws if the browser provides no storage */
async function withPhotos<T>(use: (store: Awaited<ReturnType<typeof openDeviceDatabase>>) => Promise<T>): Promise<T> {
  const store = await openDeviceDatabase(PHOTOS, OF_WINDOWS, { keyPath: ["person", "key"] });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** Reads the photos of a person's forms, by the windows' keys. */
export async function readPhotos(person: number): Promise<ReadonlyMap<string, readonly File[]>> {
  if (!(await isOnDevice(PHOTOS))) return new Map();
  const all: FormPhotos[] = await withPhotos(async ({ database }) => (await database()).getAll(OF_WINDOWS));
  return new Map(all.filter((photos) => photos.person === person).map(({ key, files }) => [key, files]));
}

/** @throws QuotaExceededError if the device has no room; stored photos remain */
export function writePhotos(photos: FormPhotos): Promise<void> {
  return withPhotos(async ({ writing }) => {
    const { store, done } = await writing();
    await Promise.all([store.put(photos), done]);
  });
}

/** Removes photos, and the database after the last one. */
export async function removePhotos(isGone: (photos: Pick<FormPhotos, "person" | "key">) => boolean): Promise<void> {
  if (!(await isOnDevice(PHOTOS))) return;
  await withPhotos(async ({ database, delete: deleteAll }) => {
    const db = await database();
    const keys = (await db.getAllKeys(OF_WINDOWS)) as [number, string][];
    const gone = keys.filter(([person, key]) => isGone({ person, key }));
    if (gone.length === keys.length) return deleteAll();
    for (const key of gone) await db.delete(OF_WINDOWS, key);
  });
}
