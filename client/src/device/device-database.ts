/** Returns true if the device has no room left. */
export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";

/** Returns true if the device has the database, without opening it. */
export const isOnDevice = async (name: string): Promise<boolean> =>
  Boolean(window.indexedDB) && (await indexedDB.databases()).some((each) => each.name === name);

/**
 * Opens a database with one store on this device. It opens again after the browser has closed it,
 * because a page may be open for weeks.
 * @throws if the browser provides no storage
 */
export async function openDeviceDatabase(name: string, store: string, shape: IDBObjectStoreParameters) {
  // The import is dynamic, because few devices store anything and every first load would include
  // it.
  const { deleteDB, openDB } = await import("idb");
  let opened: ReturnType<typeof open> | null = null;
  let closed = false;
  const forgetConnection = () => {
    opened = null;
  };
  const open = () =>
    openDB(name, 1, {
      upgrade: (db) => void db.createObjectStore(store, shape),
      // Another tab deletes the database because somebody signed out.
      blocking(_old, _next, event) {
        forgetConnection();
        (event.target as IDBDatabase).close();
      },
      // The browser has closed the database, as tablets do after sleep.
      terminated: forgetConnection,
    });
  const database = (): ReturnType<typeof open> => {
    if (closed) return Promise.reject(new Error("This database was closed here"));
    opened ??= open();
    opened.catch(forgetConnection);
    return opened;
  };
  const close = () => {
    closed = true;
    opened?.then((db) => db.close()).catch(() => {});
  };
  await database();
  return {
    database,
    /** Strict durability: the data are on the disk before the person sees that they are stored. */
    async writing() {
      return (await database()).transaction(store, "readwrite", { durability: "strict" });
    },
    close,
    /** Deletes the whole database. */
    async delete(): Promise<void> {
      close();
      await deleteDB(name);
    },
  };
}
