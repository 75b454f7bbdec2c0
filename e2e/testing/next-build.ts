import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { inProject } from "#tools/project.mjs";

/**
 * Copies this build to a folder under the names that a next build would have: every file has
 * another name.
 */
export function nextBuild() {
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-next-"));
  for (const part of ["client", "server"]) cpSync(inProject("dist", part), join(folder, "dist", part), { recursive: true });
  for (const name of ["node_modules", "migrations"]) symlinkSync(inProject(name), join(folder, name));
  writeFileSync(join(folder, "package.json"), readFileSync(inProject("package.json")));
  const client = join(folder, "dist", "client");
  const assets = join(client, "assets");
  // Compressed copies have the previous build's content.
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name));
  const names = readdirSync(assets);
  const next = (name: string) => name.replace(/(\.\w+)$/, "-next$1");
  for (const path of [...names.map((name) => join(assets, name)), join(client, "index.html"), join(client, "sw.js")]) {
    if (![".js", ".css", ".html"].includes(extname(path))) continue;
    writeFileSync(
      path,
      names.reduce((text, name) => text.replaceAll(name, next(name)), readFileSync(path, "utf8")),
    );
  }
  for (const name of names) renameSync(join(assets, name), join(assets, next(name)));
  const worker = join(client, "sw.js");
  const text = readFileSync(worker, "utf8").replace(/("build":"\w+)"/g, '$1-next"');
  writeFileSync(worker, text);
  const [, list = "[]"] = /"files":(\[[^\]]*\])/.exec(text) ?? [];
  return {
    folder,
    /** The files that the build's worker stores. */
    files: JSON.parse(list) as readonly string[],
    remove: () => rmSync(folder, { recursive: true }),
  };
}
