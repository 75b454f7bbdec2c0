import { defineConfig } from "vite";

/**
 * The server's half, bundled: drizzle and zod inside (they start much faster bundled), everything with native code or files of its own
 * outside. Beside it, as programs of their own, backup and restore, and the stand-in for Stripe that the demo pays through: the server knows
 * nothing of it.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist",
    // dist/client is the other half's.
    emptyOutDir: false,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: {
        "server/index": "server/index.ts",
        "tools/backup": "server/backup/index.ts",
        "tools/stripe-stand-in": "tools/stripe-stand-in/index.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "server/[name]-[hash].js" },
    },
  },
  ssr: { noExternal: ["drizzle-orm", "zod"] },
});
