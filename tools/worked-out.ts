import { type Plugin, runnerImport } from "vite";

/**
 * Runs a module while building and bundles what it exports, as values, in place of its code and of all that it imports. Its exports have to be what
 * JSON can say. Only the build does so: in development and in tests the module itself runs.
 */
export const workedOut = (file: string): Plugin => ({
  name: "worked-out",
  apply: "build",
  enforce: "pre",
  async load(id) {
    if (id !== file) return null;
    const { module } = await runnerImport<Record<string, unknown>>(file);
    return Object.entries(module)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join("\n");
  },
});
