import { createHash } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Request, RequestHandler } from "express";
import multer, { diskStorage, MulterError, type StorageEngine } from "multer";
import type { FilesRule } from "#shared/http/endpoint.ts";
import type { UploadedFile } from "./call.ts";
import { badRequest, Refusal } from "./errors.ts";

/**
 * The files of a multipart call: spooled to disk, and deleted after the call in any case (rule R2).
 */
export interface Uploads {
  receive(rule: FilesRule): RequestHandler;
  filesOf(req: Request): readonly UploadedFile[];
  /** Digests of the files' content: a part of an idempotency key's fingerprint. */
  digests(req: Request): Promise<readonly string[]>;
  discard(req: Request): Promise<void>;
}

const MEGABYTE = 1024 * 1024;
const MOST_NAME = 80;

/** @param folder the folder for spooled files; created if it is missing */
export function createUploads(folder: string): Uploads {
  const filesOf = (req: Request): readonly UploadedFile[] =>
    Array.isArray(req.files) ? req.files.map(({ originalname, path, size }) => ({ name: shortName(originalname), path, bytes: size })) : [];
  return {
    receive(rule) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const parse = multer({
        storage: spoolTo(folder),
        // Without the last two limits a small request with nested field names blocks the event loop
        // for minutes.
        limits: {
          fileSize: rule.mostBytes,
          files: rule.most,
          fields: 20,
          fieldSize: 64 * 1024,
          parts: rule.most + 20,
          fieldNestingDepth: 0,
          fieldArrayIndexLimit: 0,
        },
        defParamCharset: "utf8",
      }).array(rule.field);
      return (req, res, next) => {
        parse(req, res, (error: unknown) => next(error === undefined || error === null ? undefined : toRefusal(error, rule)));
      };
    },
    filesOf,
    digests: (req) => Promise.all(filesOf(req).map(({ path }) => digest(path))),
    discard: async (req) => {
      await Promise.all(filesOf(req).map(({ path }) => rm(path, { force: true })));
    },
  };
}

/**
 * On a full disk multer removes a half-written file or forgets it, depending on which stream fails
 * first. Removing it twice would end the process. So each file is removed here, and errors are
 * ignored.
 */
function spoolTo(folder: string): StorageEngine {
  const disk = diskStorage({ destination: folder });
  const remove: StorageEngine["_removeFile"] = (req, file, done) =>
    file.path === undefined ? done(null) : disk._removeFile(req, file, () => done(null));
  return {
    _handleFile: (req, file, done) =>
      disk._handleFile(req, file, (error?: unknown, info?: Partial<Express.Multer.File>) => {
        if (error) remove(req, file, () => done(error));
        else done(undefined, info);
      }),
    _removeFile: remove,
  };
}

/** Deletes the files that killed processes left in the folder. */
export async function deleteOldUploads(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file?.isFile() && file.mtime < before) await rm(path, { force: true });
  }
}

/** The refusal for a full disk or a full quota; null for any other error. */
export function noRoom(error: unknown): Refusal | null {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code !== "ENOSPC" && code !== "EDQUOT") return null;
  return new Refusal(503, "There is no room for files just now. Nothing was stored; please try again later.", { cause: error });
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("base64url");
}

/** A file's name for a sentence: one line, and short. */
function shortName(name: string): string {
  const line = name.replace(/\p{Cc}+/gu, " ").trim();
  return line.length > MOST_NAME ? `${line.slice(0, MOST_NAME)}…` : line;
}

/** busboy's messages about a form that has no boundary, or is no form. */
const UNREADABLE = /(Multipart|Malformed|Unexpected end|Unterminated|Missing Content-Type|boundary)/i;
const GAVE_UP = /^Request (aborted|closed)$/;

function toRefusal(error: unknown, rule: FilesRule): unknown {
  if (error instanceof MulterError) {
    switch (error.code) {
      case "LIMIT_FILE_SIZE": {
        const { filename } = error as { filename?: string };
        const what = filename ? `"${shortName(filename)}"` : "A file";
        return new Refusal(413, `${what} is too large: at most ${Math.round(rule.mostBytes / MEGABYTE)} MB each`);
      }
      case "LIMIT_FILE_COUNT":
        return badRequest(`At most ${rule.most} ${rule.field} can be sent at once`);
      case "LIMIT_UNEXPECTED_FILE":
        return badRequest(`Files are sent in the field "${rule.field}"`);
      default:
        return badRequest("The form has too many or too long fields");
    }
  }
  // This includes a client that has disconnected, which is no fault of the server.
  if (error instanceof Error && (UNREADABLE.test(error.message) || GAVE_UP.test(error.message)))
    return badRequest("The form could not be read: it may have been cut short");
  return noRoom(error) ?? error;
}
