import { listNames, type ObjectsFile } from "@shardwatch/core/contract/configuration/objects";
import type { Api } from "../api/api.ts";
import { exit, type ExitCode, Failure } from "../exit.ts";
import type { Machine } from "../machine.ts";
import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { jsonText } from "../output/json.ts";
import type { Around } from "./around.ts";
import { kinds } from "./kinds.ts";
import { emptyPlan, type Plan, type Step } from "./plan.ts";
import { readFile } from "./read-file.ts";
import { yamlText } from "./yaml-text.ts";

interface Asked {
  path: string;
  isDryRun: boolean;
  sendsSecrets: boolean;
  prunes: boolean;
}

interface Tools {
  api: () => Api;
  machine: Machine;
  say: (text: string) => void;
}

/** Says what a file changes, and changes it. */
export async function applyFile(asked: Asked, { api: connect, machine, say }: Tools): Promise<ExitCode> {
  const { path, isDryRun, sendsSecrets, prunes } = asked;
  const { file, folder } = await readFile(path, machine);
  // A wrong file is said to those who are not signed in, too.
  const api = connect();
  const around = { variables: machine.env, folder, sendsSecrets, prunes, file };
  const plan = await planFor(api, file, around).catch((error: unknown) => {
    throw isDryRun ? asTrouble(error) : error;
  });
  for (const note of plan.notes) say(note);
  if (plan.faults.length > 0) throw new Failure(exit.trouble, `${nothingIsDone} The file:`, plan.faults);
  const { steps } = plan;
  for (const { sign, title, lines } of steps)
    for (const [index, line] of [title, ...lines].entries())
      machine.stdout.write(`${index === 0 ? sign : "   "} ${cleanText(line)}\n`);
  if (plan.refusals.length > 0)
    throw new Failure(isDryRun ? exit.trouble : exit.refused, `${nothingIsDone} Refused:`, plan.refusals);
  if (steps.length === 0) say("Nothing to change.");
  else if (isDryRun) say(`Would ${counted(steps, ["create", "change", "delete"])}.`);
  else await doAll(api, steps, say);
  return isDryRun && steps.length > 0 ? exit.found : exit.done;
}

const nothingIsDone = "Nothing was changed.";

/** A pipeline must not take what is not known for a difference. */
function asTrouble(error: unknown): unknown {
  if (!(error instanceof Failure) || error.exitCode !== exit.refused) return error;
  return new Failure(exit.trouble, error.message, error.details);
}

async function planFor(api: Api, file: ObjectsFile, around: Around): Promise<Plan> {
  const whole = emptyPlan();
  for (const name of listNames) {
    const entries = file[name];
    if (entries === undefined) continue;
    const plan = await kinds[name].plan(api, entries as never, around);
    for (const part of ["steps", "faults", "refusals", "notes"] as const)
      whole[part].push(...(plan[part] as never[]));
  }
  // What is new is there before what it replaces is gone.
  const order = ({ sign }: Step) => Number(sign === "-");
  return { ...whole, steps: whole.steps.toSorted((one, other) => order(one) - order(other)) };
}

async function doAll(api: Api, steps: readonly Step[], say: (text: string) => void): Promise<void> {
  for (const [done, step] of steps.entries())
    try {
      await step.do(api);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.exitCode, `${step.title}: ${error.message}`, [
        ...error.details,
        `Done before it: ${counted(steps.slice(0, done), ["created", "changed", "deleted"])}. Apply the file again to go on: nothing is made twice.`,
      ]);
    }
  say(`Done: ${counted(steps, ["created", "changed", "deleted"])}.`);
}

function counted(steps: readonly Step[], verbs: readonly [string, string, string]): string {
  const count = (wanted: Step["sign"]) => steps.filter(({ sign }) => sign === wanted).length;
  return `${verbs[0]} ${count("+")}, ${verbs[1]} ${count("~")}, ${verbs[2]} ${count("-")}`;
}

/** What the server has, as a file that apply takes. */
export async function exportFile(
  api: Api,
  { names, isJson }: { names: readonly string[]; isJson: boolean },
): Promise<string> {
  const lists: Record<string, object[]> = {};
  for (const name of listNames) {
    if (names.length > 0 && !names.includes(name)) continue;
    const list = await kinds[name].write(api);
    if (list) lists[name] = list;
  }
  return isJson ? `${jsonText(lists, 2)}\n` : yamlText(lists);
}
