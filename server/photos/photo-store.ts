import type { Readable } from "node:stream";

/** Where photos are kept: a folder here, or S3-compatible storage where several machines serve (rule B5). */
export interface PhotoStore {
  /** Keeps a photo under a key; done when it is safe. */
  put(key: string, photo: Buffer): Promise<void>;
  /** Null when there is none. */
  read(key: string): Promise<{ readonly bytes: number; readonly content: Readable } | null>;
  /** Not an error when it is already gone. */
  remove(key: string): Promise<void>;
  /** The keys stored before a moment: for sweeping what a killed process left behind. */
  olderThan(moment: Date): AsyncIterable<string>;
}

/** Keys are ours (`uuid.jpg`), never a person's text; this keeps it so. */
const SAFE_KEY = /^[a-z0-9-]+\.jpg$/;
export const isPhotoKey = (key: string): boolean => SAFE_KEY.test(key);

/** @throws when it is no key of ours. */
export function safeKey(key: string): string {
  if (!isPhotoKey(key)) throw new Error("Not a key of the photo store");
  return key;
}

export const thumbKey = (storageKey: string): string => storageKey.replace(/\.jpg$/, "-thumb.jpg");
/** The key that a row names, from its own or from its thumbnail's. */
export const ownerKey = (key: string): string => key.replace(/-thumb\.jpg$/, ".jpg");
