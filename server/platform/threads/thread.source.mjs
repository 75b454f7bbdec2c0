// A thread cannot load TypeScript by itself, so this file starts it from source. The build has an
// entry for each program instead.
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData);
