import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * A configuration of docs/deploy in which only what belongs to other machines is replaced: so the drill runs what is
 * written there. If the text to replace is missing, the drill fails.
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
