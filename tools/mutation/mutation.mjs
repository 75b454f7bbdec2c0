// Plain JavaScript, because it runs before node_modules is there.
import { spawnSync } from "node:child_process";
import { Failure, inProject, runCommand } from "../project.mjs";

/** The parts whose tests are held, each with a Stryker configuration beside this file. */
const PARTS = ["domain", "handlers"];

/**
 * `npm run mutation`: all parts, one after the other; `npm run mutation -- handlers` one. What follows goes to Stryker as it is
 * (`-- domain --mutate shared/domain/pricing.ts`). Fails where a part's score is below its `break` threshold.
 */
function mutate() {
  const [first = "", ...rest] = process.argv.slice(2);
  const isPart = PARTS.includes(first);
  if (first !== "" && !isPart) throw new Failure(`Say which part is to be tested: ${PARTS.join(" or ")}. Without one it is all of them.`);
  for (const part of isPart ? [first] : PARTS) {
    const stryker = inProject("node_modules/@stryker-mutator/core/bin/stryker.js");
    const config = inProject("tools/mutation", `${part}.stryker.config.json`);
    const { status } = spawnSync(process.execPath, [stryker, "run", config, ...rest], { cwd: inProject(), stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}

await runCommand(mutate);
