import type { Environment } from "./files.ts";
import { nearest, suggestion } from "@shardwatch/core/kit/suggest";
import { blockVariables, readBlock } from "./variable-block.ts";
import type { Block, VariableFault } from "./variable-block.ts";
import { blockPrefix, prefix, shortPrefix, variableWords } from "./variable-names.ts";
import { settingFrom } from "./variable-value.ts";

/** What the environment says of the configuration. */
export interface Variables {
  /** The settings above the deployments, as the file would have them. */
  top: ReadonlyMap<string, { variable: string; value: unknown }>;
  /** The deployments with a number, in its order. */
  numbered: readonly Block[];
  /** The single deployment without a number. It has no settings where nothing is given. */
  short: Block;
  faults: readonly VariableFault[];
}

/** Variables of the agent that are not settings. */
const others = [`${prefix}REJECTED_KEY_SECONDS`];
const ofDeployments = new RegExp(`^${prefix}DEPLOYMENTS?_`);
const ofBlock = new RegExp(`^${prefix}DEPLOYMENTS_([1-9]\\d{0,3})_(.+)$`);

/**
 * Reads the agent's variables. An empty one counts as not set.
 * @param settings those above the deployments
 */
export function readVariables(environment: Environment, settings: readonly string[]): Variables {
  const names = Object.keys(environment).filter(
    (name) => name.startsWith(prefix) && environment[name] !== "",
  );
  const known = new Map(settings.map((setting) => [`${prefix}${variableWords(setting)}`, setting]));
  const top = new Map<string, { variable: string; value: unknown }>();
  const faults: VariableFault[] = [];
  const numbers = new Set<number>();
  for (const variable of names) {
    const setting = known.get(variable);
    if (setting !== undefined)
      top.set(setting, { variable, value: settingFrom(setting, environment[variable] ?? "") });
    else if (ofDeployments.test(variable)) {
      const [, number, name = ""] = ofBlock.exec(variable) ?? [];
      if (number === undefined) faults.push({ variable, message: misplaced });
      else {
        numbers.add(Number(number));
        faults.push(...unknownIn(blockPrefix(number), name, environment));
      }
    } else faults.push(...mistyped(variable, [...known.keys(), ...others]));
  }
  const numbered = [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => readBlock(blockPrefix(String(number)), environment));
  return { top, numbered, short: readBlock(shortPrefix, environment), faults };
}

const misplaced = `is not a setting; a deployment has a number from 1 on, for example ${blockPrefix("1")}NAME`;

function unknownIn(block: string, name: string, environment: Environment): VariableFault[] {
  const known = blockVariables(environment[`${block}TYPE`]);
  if (known.includes(name)) return [];
  return [{ variable: `${block}${name}`, message: `is not a setting${suggestion(name, known)}` }];
}

/**
 * A variable that is nearly one of ours is mistyped. Every other one is left alone: it is of another program, or
 * Kubernetes has set it for a service.
 */
function mistyped(variable: string, known: readonly string[]): VariableFault[] {
  if (known.includes(variable)) return [];
  const short = known.map((name) => name.slice(prefix.length));
  const near = nearest(variable.slice(prefix.length), short);
  return near === undefined
    ? []
    : [{ variable, message: `is not a setting; did you mean ${prefix}${near}?` }];
}
