// A thread reads no TypeScript by itself: this is how it starts from source. The build has an entry for each program instead.
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData);
