import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Plugin, transformWithOxc } from "vite";
import { SOMEBODY_ELSE } from "#shared/http/signed-in-as.ts";
import { inProject } from "./project.mjs";

/**
 * The screens at the bench, remakes, orders, and New Quote with the page below it, and the toasts.
 * The path of each file that loads only when it is needed contains one of these.
 */
const NEW_QUOTE = "features/quotes/(quotes-page|create/|windows/|survey/|paste/)";
const REMAKES = "features/remakes/(remakes-page|details/)";
const ORDERS = "features/orders/(orders-page|details/|change/order-status-dialog)";
const TOASTS = "components/ui/overlay/toaster";
const WITHOUT_NETWORK = new RegExp(
  `/client/src/((device|features/workshop)/|${REMAKES}|${ORDERS}|app/(signed-in|customer-start-page)|${TOASTS}|${NEW_QUOTE})`,
);
/** Libraries that these screens load when they need them, for example the reader of QR codes. */
const LIBRARY = /\/node_modules\//;
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Makes `/sw.js` of client/src/device/worker.ts: one file that names the files of this build (rule
 * W53).
 */
export function workerPlugin(): Plugin {
  return {
    name: "offline-worker",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []));
      const files = new Set<string>();
      const add = (name: string, isWanted = true) => {
        const chunk = chunks.find(({ fileName }) => fileName === name);
        if (!chunk || files.has(name) || !isWanted) return;
        files.add(name);
        for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
        for (const other of chunk.imports) add(other);
        for (const other of chunk.dynamicImports)
          add(other, LIBRARY.test(chunks.find(({ fileName }) => fileName === other)?.facadeModuleId ?? ""));
      };
      for (const { fileName, isEntry } of chunks) add(fileName, isEntry);
      for (const { fileName, facadeModuleId } of chunks) add(fileName, WITHOUT_NETWORK.test(facadeModuleId ?? ""));
      for (const name of Object.keys(bundle)) if (FONT.test(name)) files.add(name);
      const addresses = [...files].map((name) => `/${name}`).concat("/favicon.svg");

      const path = inProject("client/src/device/worker.ts");
      const { code } = await transformWithOxc(readFileSync(path, "utf8"), path);
      const build = createHash("sha256").update(code).update(addresses.join()).digest("hex").slice(0, 12);
      const source = code
        .replace(/^export \{\};$/m, "")
        .replaceAll("__SHELL__", JSON.stringify({ build, files: addresses }))
        .replaceAll("__SOMEBODY_ELSE__", JSON.stringify(SOMEBODY_ELSE));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
