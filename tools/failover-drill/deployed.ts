import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A configuration of docs/deploy, with what is of other machines put in its place: so what is written there is what is run here. One that
 * no longer holds what is to be replaced is a fault of the drill.
 */
export function deployed(name: string, to: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(fileURLToPath(new URL(`../../docs/deploy/${name}`, import.meta.url)), "utf8");
  for (const [before, after] of Object.entries(replacements)) {
    if (!text.includes(before)) throw new Error(`docs/deploy/${name} no longer says ${before}`);
    text = text.replaceAll(before, after);
  }
  writeFileSync(to, text, { mode: 0o644 });
  return to;
}
