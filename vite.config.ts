import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { calls } from "./shared/contract/parts/calls.ts";
import { workerPlugin } from "./tools/worker-plugin.ts";

/** The browser's half: built into dist/client, or served with hot reload by `npm run dev` through the same Express server. */
export default defineConfig({
  root: "client",
  plugins: [
    react(),
    tailwindcss(),
    workerPlugin(),
    // `.br` and `.gz` beside each text file, so that no request pays for it; smaller ones fit one packet anyway.
    compression({ include: /\.(js|css|svg)$/, threshold: 1024, logLevel: "silent" }),
  ],
  // What the browser needs of the contract to draw a screen. The schemas, and zod with them, come with the forms that they judge.
  define: { __CALLS__: JSON.stringify(calls) },
  build: { outDir: "../dist/client", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
});
