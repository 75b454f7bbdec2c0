import { defineConfig } from "vite";
import project from "./package.json" with { type: "json" };

/**
 * Bundles the server. package.json's `dependencies` are not bundled, because they contain native
 * code or files; production installs them. All other libraries are bundled and are
 * `devDependencies`. The threads' programs, backup, restore, reset-factor and the Stripe stand-in
 * are separate files beside the server.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist",
    // dist/client belongs to the client's build.
    emptyOutDir: false,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: {
        "server/index": "server/index.ts",
        "server/bar-plan-thread": "server/features/workshop/bar-plan/bar-plan-thread.ts",
        "server/paper-thread": "server/features/papers/paper-thread.ts",
        "tools/backup": "server/platform/backup/program.ts",
        "tools/reset-factor": "server/reset-factor/program.ts",
        "tools/stripe-stand-in": "stripe-stand-in/index.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "server/[name]-[hash].js" },
    },
  },
  ssr: { noExternal: true, external: Object.keys({ ...project.dependencies, ...project.optionalDependencies }) },
});
