import type { Request, RequestHandler } from "express";
import type { FilesRule } from "#shared/http/endpoint.ts";
import type { UploadedFile } from "./call.ts";
import { Refusal } from "./errors.ts";

/** How mount receives the files of a multipart call: spooled to disk, deleted after the call whatever became of it (decisions §8). */
export interface Uploads {
  receive(rule: FilesRule): RequestHandler;
  filesOf(req: Request): readonly UploadedFile[];
  discard(req: Request): Promise<void>;
}

const NO_FILES: readonly UploadedFile[] = [];

export function createUploads(): Uploads {
  return {
    receive: () => () => {
      throw new Refusal(415, "This portal takes no files yet");
    },
    filesOf: () => NO_FILES,
    discard: async () => {},
  };
}
