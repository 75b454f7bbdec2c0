/** Nothing more fits on the device. */
export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";

/** Whether the device has such a database, without a look into it. */
export const isOnDevice = async (name: string): Promise<boolean> =>
  Boolean(window.indexedDB) && (await indexedDB.databases()).some((each) => each.name === name);

/**
 * A database of one store on this device. It is opened again where it was lost: the page may be
 * used for weeks.
 * @throws where the browser keeps nothing
 */
export async function openDeviceDatabase(name: string, store: string, shape: IDBObjectStoreParameters) {
  // Few devices keep anything, and every first load would bring it.
  const { deleteDB, openDB } = await import("idb");
  let opened: ReturnType<typeof open> | null = null;
  let closed = false;
  const lost = () => {
    opened = null;
  };
  const open = () =>
    openDB(name, 1, {
      upgrade: (db) => void db.createObjectStore(store, shape),
      // Another tab deletes it: somebody signed out.
      blocking(_old, _next, event) {
        lost();
        (event.target as IDBDatabase).close();
      },
      // The browser has taken it away, as tablets do that slept.
      terminated: lost,
    });
  const database = (): ReturnType<typeof open> => {
    if (closed) return Promise.reject(new Error("This database was closed here"));
    opened ??= open();
    opened.catch(lost);
    return opened;
  };
  const close = () => {
    closed = true;
    opened?.then((db) => db.close()).catch(() => {});
  };
  await database();
  return {
    database,
    /** On the disk before the person is told that it is kept. */
    async writing() {
      return (await database()).transaction(store, "readwrite", { durability: "strict" });
    },
    close,
    /** All of it. */
    async delete(): Promise<void> {
      close();
      await deleteDB(name);
    },
  };
}
