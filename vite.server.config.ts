import { defineConfig } from "vite";
import project from "./package.json" with { type: "json" };

/**
 * Bundles the server. package.json's `dependencies` stay outside the bundle: they hold native code
 * or files, and production installs them. Every other library is inside, as a `devDependency`. The
 * threads' programs, backup, restore and the Stripe stand-in are files beside the server.
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
        "server/paper-thread": "server/features/papers/paper-thread.ts",
        "tools/backup": "server/platform/backup/program.ts",
        "tools/stripe-stand-in": "stripe-stand-in/index.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "server/[name]-[hash].js" },
    },
  },
  ssr: { noExternal: true, external: Object.keys({ ...project.dependencies, ...project.optionalDependencies }) },
});
