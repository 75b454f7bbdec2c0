import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { GROUPS } from "./tools/chunks.ts";
import { workedOut } from "./tools/worked-out.ts";

/** The browser's half: built into dist/client, or served with hot reload by `npm run dev` through the same Express server. */
export default defineConfig({
  root: "client",
  plugins: [
    react(),
    tailwindcss(),
    workedOut(fileURLToPath(new URL("shared/contract/calls.ts", import.meta.url))),
    // `.br` and `.gz` beside each text file, so that no request pays for it; smaller ones fit one packet anyway.
    compression({ include: /\.(js|css|svg)$/, threshold: 1024, logLevel: "silent" }),
  ],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
});
