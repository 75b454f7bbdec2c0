// A thread reads no TypeScript by itself: this is how it starts from source. The build has an entry of its own instead.
import { register } from "tsx/esm/api";

register();
await import("./bar-plan-worker.ts");
