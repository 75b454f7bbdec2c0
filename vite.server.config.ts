import { defineConfig } from "vite";
import project from "./package.json" with { type: "json" };

/**
 * The server's half, bundled: package.json's `dependencies` are what stays outside, because it has native code or files of its own, and is all
 * that production installs; everything else is inside, and a `devDependency`. Beside it the programs of its threads and, as programs of their
 * own, backup and restore, and the stand-in for Stripe that the demo pays through: the server knows nothing of it.
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
        "server/bar-plan-thread": "server/features/workshop/bar-plan/bar-plan-thread.ts",
        "server/document-thread": "server/features/documents/document-thread.ts",
        "tools/backup": "server/backup/commands.ts",
        "tools/stripe-stand-in": "stripe-stand-in/index.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "server/[name]-[hash].js" },
    },
  },
  ssr: { noExternal: true, external: Object.keys({ ...project.dependencies, ...project.optionalDependencies }) },
});
