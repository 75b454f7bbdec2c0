import { createHash } from "node:crypto";
import { createReadStream, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Request, RequestHandler } from "express";
import multer, { diskStorage, MulterError } from "multer";
import type { FilesRule } from "#shared/http/endpoint.ts";
import type { UploadedFile } from "./call.ts";
import { badRequest, Refusal } from "./errors.ts";

/** How mount receives the files of a multipart call: spooled to disk, deleted after the call whatever became of it (decisions §8). */
export interface Uploads {
  receive(rule: FilesRule): RequestHandler;
  filesOf(req: Request): readonly UploadedFile[];
  /** What was sent, by content: part of an idempotency key's fingerprint. */
  digests(req: Request): Promise<readonly string[]>;
  discard(req: Request): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** @param folder where files are spooled; made if it is missing. */
export function createUploads(folder: string): Uploads {
  const filesOf = (req: Request): readonly UploadedFile[] =>
    Array.isArray(req.files) ? req.files.map(({ originalname, path, size }) => ({ name: originalname, path, bytes: size })) : [];
  return {
    receive(rule) {
      mkdirSync(folder, { recursive: true });
      const parse = multer({
        storage: diskStorage({ destination: folder }),
        // The last two: a small request with nested field names would otherwise hold the event loop for minutes.
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
        parse(req, res, (error: unknown) => next(error === undefined ? undefined : inWords(error, rule)));
      };
    },
    filesOf,
    digests: (req) => Promise.all(filesOf(req).map(({ path }) => digest(path))),
    discard: async (req) => {
      await Promise.all(filesOf(req).map(({ path }) => rm(path, { force: true })));
    },
  };
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("base64url");
}

function inWords(error: unknown, rule: FilesRule): unknown {
  if (error instanceof MulterError) {
    switch (error.code) {
      case "LIMIT_FILE_SIZE":
        return new Refusal(413, `A file is too large: at most ${Math.round(rule.mostBytes / MEGABYTE)} MB each`);
      case "LIMIT_FILE_COUNT":
        return badRequest(`At most ${rule.most} ${rule.field} can be sent at once`);
      case "LIMIT_UNEXPECTED_FILE":
        return badRequest(`Files are sent in the field "${rule.field}"`);
      default:
        return badRequest("The form has too many or too long fields");
    }
  }
  const { code } = error as { code?: string };
  if (code === "ENOSPC" || code === "EDQUOT")
    return new Refusal(503, "There is no room for files just now. Nothing was stored; please try again later.", { cause: error });
  // busboy's own complaints about a form that is cut short or has no boundary.
  if (error instanceof Error && /(Multipart|Malformed|Unexpected end|Unterminated|Missing Content-Type|boundary)/i.test(error.message)) {
    return badRequest("The form could not be read: it may have been cut short");
  }
  return error;
}
