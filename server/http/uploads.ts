import type { Request, RequestHandler } from "express";
import type { FilesRule } from "#shared/http/endpoint.ts";
import type { UploadedFile } from "./call.ts";

/** How mount receives the files of a multipart call: spooled to disk, deleted after the call whatever became of it (decisions §8). */
export interface Uploads {
  receive(rule: FilesRule): RequestHandler;
  filesOf(req: Request): readonly UploadedFile[];
  discard(req: Request): Promise<void>;
}
