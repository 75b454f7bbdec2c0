import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { calls } from "./shared/contract/parts/calls.ts";
import { commonFiles } from "./tools/common-files.ts";
import { workerPlugin } from "./tools/worker-plugin.ts";

/**
 * Builds the client into dist/client. `npm run dev` serves it with hot reload through the same
 * Express server.
 */
export default defineConfig({
  root: "client",
  plugins: [
    react(),
    tailwindcss(),
    workerPlugin(),
    // Compresses each text file at the build, so that no request waits for it. Smaller files fit
    // into one packet anyway.
    compression({ include: /\.(js|css|svg)$/, threshold: 1024, logLevel: "silent" }),
  ],
  // The parts of the contract that the first screen needs. The schemas and zod load with the forms
  // that use them.
  define: { __CALLS__: JSON.stringify(calls) },
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups: commonFiles() } } },
  },
});
