import { defineConfig } from "vite";

/** The server's half, bundled: drizzle and zod inside (they start much faster bundled), everything with native code or files of its own outside. */
export default defineConfig({
  publicDir: false,
  build: { ssr: "server/index.ts", outDir: "dist/server", emptyOutDir: true, target: "node20", sourcemap: true },
  ssr: { noExternal: ["drizzle-orm", "zod"] },
});
