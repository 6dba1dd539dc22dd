import { Faults } from "./faults.ts";
import type { Names } from "./faults.ts";
import type { Block } from "./variable-block.ts";
import { shortPrefix, variableName } from "./variable-names.ts";
import type { Variables } from "./variables.ts";

/** Settings of which one replaces the others. */
const groups = [
  ["key", "keyFile", "keyEnv"],
  ["agentName", "tellHostName"],
];
const groupOf = (setting: string): readonly string[] =>
  groups.find((group) => group.includes(setting)) ?? [setting];

/** The settings of the file and of the variables together. */
export interface Combined {
  value: unknown;
  /** Where a fault of a setting is noted. */
  faults: Faults;
  /** The deployments that come from variables. */
  blocks: readonly Block[];
}

/**
 * Puts variables over the settings of the file. A variable wins over the same setting of the file. The
 * deployments come from one place.
 * @param file what the file holds; undefined without a file
 */
export function combine(file: { value: unknown } | undefined, variables: Variables): Combined {
  const inFile = file === undefined ? {} : file.value;
  const record = typeof inFile === "object" && inFile !== null && !Array.isArray(inFile);
  const isListed = record && "deployments" in inFile && inFile.deployments !== null;
  const blocks = isListed ? [] : chosenBlocks(variables, file !== undefined);
  const faults = new Faults(namesOf(variables, blocks, file !== undefined));
  for (const fault of [...variables.faults, ...blocks.flatMap((block) => block.faults)])
    faults.noteVariable(fault.variable, fault.message);
  noteSecondList(variables, isListed, faults);
  if (!record) return { value: inFile, faults, blocks };
  const replaced = new Set([...variables.top.keys()].flatMap(groupOf));
  const kept = Object.entries(inFile).filter(([name]) => !replaced.has(name));
  const set = [...variables.top].map(([name, { value }]) => [name, value]);
  const deployments = blocks.length > 0 ? { deployments: blocks.map(({ value }) => value) } : {};
  return { value: { ...Object.fromEntries([...kept, ...set]), ...deployments }, faults, blocks };
}

/** Without a file there is always one block, whose faults say what is missing. */
function chosenBlocks({ numbered, short }: Variables, hasFile: boolean): readonly Block[] {
  if (numbered.length > 0) return numbered;
  return short.given.size > 0 || short.faults.length > 0 || !hasFile ? [short] : [];
}

/**
 * A list in the file and numbered variables cannot both count. The short variables have names that other
 * programs use too, so a file that lists deployments hides them.
 */
function noteSecondList({ numbered, short }: Variables, isListed: boolean, faults: Faults): void {
  const [first] = numbered;
  if (first === undefined) return;
  const [variable = first.prefix] = first.given.values();
  if (isListed) faults.noteVariable(variable, "the file lists deployments too; keep one of the two lists");
  const [alone] = short.given.values();
  if (!isListed && alone !== undefined)
    faults.noteVariable(
      alone,
      `${shortPrefix}... is for one deployment alone; give it a number like the others`,
    );
}

function namesOf({ top }: Variables, blocks: readonly Block[], hasFile: boolean): Names {
  const prefixes = blocks.map(({ prefix }) => prefix);
  return {
    variableOf(path) {
      const [, index, setting = ""] = /^deployments\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
      if (index !== undefined || path === "deployments") {
        const block = blocks[Number(index ?? 0)];
        if (!block) return undefined;
        const given = block.given.get(setting);
        // What is easiest to give is named where an address is missing.
        return given ?? (setting === "address" ? `${block.prefix}URL` : variableName(path, prefixes));
      }
      const [given] = groupOf(path).filter((name) => top.has(name));
      return hasFile && given === undefined ? undefined : variableName(path, prefixes);
    },
  };
}
