import { parseArgs } from "node:util";
import { answer } from "./answer.ts";
import { answerLines } from "./lines.ts";
import { generators, play, usualDatabases } from "./play.ts";
import { printFamilies, printMeasures } from "./report.ts";
import { rivals } from "./rivals.ts";

/*
 * `npm run backtest`: has the memory forecast answer two generators of databases whose future is known, and prints each
 * measure with its bar. A bar that does not hold fails the run; the time a database takes does not. `-- --seeds 1 2 3`
 * chooses other seeds for both, `--databases 500` how many of each seed, `--families` prints each family too.
 * `npm run --silent backtest -- --answer input.jsonl` answers JSON lines instead, and prints only the answers.
 */

function usage(reason: string): never {
  console.error(
    `${reason}\nUse: [--seeds 1 2 3] [--databases ${usualDatabases}] [--families], or --answer file.jsonl`,
  );
  process.exit(2);
}

function given() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        answer: { type: "string" },
        databases: { type: "string", default: String(usualDatabases) },
        families: { type: "boolean", default: false },
        seeds: { type: "string" },
      },
      allowPositionals: true,
    });
    // Further seeds follow the first one as words of their own.
    return {
      ...values,
      seeds: values.seeds === undefined ? [] : [values.seeds, ...positionals],
      positionals,
    };
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
}

const whole = (text: string): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0
    ? number
    : usage(`${text} is not a whole number from 1 on`);
};

function backtest(seeds: readonly number[], databases: number, isByFamily: boolean): boolean {
  let isWell = true;
  for (const [name, generator] of Object.entries(generators)) {
    const used = seeds.length > 0 ? seeds : generator.seeds;
    const begun = performance.now();
    const { method, ...others } = play(generator.generate, used, databases, { method: answer, ...rivals });
    if (!method) continue;
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    console.log(`The ${name} generator, seeds ${used.join(" ")}, ${databases} databases each, ${seconds} s`);
    printMeasures(method, others);
    if (isByFamily) printFamilies(method);
    console.log();
    isWell &&= method.measures.every(({ holds }) => holds);
  }
  return isWell;
}

const { answer: path, databases, families, seeds, positionals } = given();
if (path !== undefined) {
  // Who reads the answers may want only the first ones.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 2));
  try {
    const bad = await answerLines(path, answer, { answers: process.stdout, errors: process.stderr });
    if (bad > 0) process.exitCode = 2;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
} else {
  if (seeds.length === 0 && positionals.length > 0) usage(`What is ${positionals.join(" ")}?`);
  if (!backtest(seeds.map(whole), whole(databases), families)) process.exitCode = 1;
}
