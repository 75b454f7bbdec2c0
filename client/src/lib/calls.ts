import type { calls as derived } from "#shared/contract/calls.ts";

declare const __CALLS__: typeof derived;

/** Every call's method, path and roles, put in by the build from the contract (vite.config.ts). */
export const calls = __CALLS__;
