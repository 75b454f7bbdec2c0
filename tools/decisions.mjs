// `npm run decisions` writes the list of docs/decisions/README.md from the decisions' own titles.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Failure, inProject, isCommand, runCommand } from "./project.mjs";

const INDEX = inProject("docs", "decisions", "README.md");

/** Returns the index with a line for each decision, by number. Its introduction remains. */
export function decisionsIndex() {
  const folder = inProject("docs", "decisions");
  const rows = readdirSync(folder)
    .filter((file) => /^\d{3}-/.test(file))
    .toSorted()
    .map((file) => {
      const [, number, title] = /^# (\d{3}) (.+)/.exec(readFileSync(`${folder}/${file}`, "utf8")) ?? [];
      if (!title) throw new Failure(`${file} does not begin with "# ${file.slice(0, 3)} " and a title`);
      return `- [${number} ${title}](${file})\n`;
    });
  const [introduction] = readFileSync(INDEX, "utf8").split(/^- /m);
  return `${introduction}${rows.join("")}`;
}

if (isCommand(import.meta.url)) await runCommand(() => writeFileSync(INDEX, decisionsIndex()));
