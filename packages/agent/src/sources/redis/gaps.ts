import type { Refusal } from "./server.ts";

/** What the contract of a report takes. */
export const mostGaps = 20;

/** What is lost without a command, and what must be added to the user's ACL. */
const consequences: Readonly<Record<string, { loss: string; grant: string }>> = {
  "CONFIG GET maxmemory*": { loss: "the memory limit is not known", grant: "+config|get" },
  "CLIENT LIST": { loss: "clients are not counted in the agent's log", grant: "+client|list" },
  "CLUSTER SHARDS": {
    loss: "partial, only the configured addresses are counted",
    grant: "+cluster|shards +cluster|info",
  },
  "CLUSTER NODES": {
    loss: "partial, only the configured addresses are counted",
    grant: "+cluster|nodes +cluster|info",
  },
  "CLUSTER INFO": { loss: "the cluster's own verdict on its state is not known", grant: "+cluster|info" },
};

/** The rights that a refused command needs, as an ACL line writes them. */
export function neededRights({ command }: Pick<Refusal, "command">): string {
  return consequences[command.join(" ")]?.grant ?? "";
}

/** A sentence for the report: the command, what is lost without it, and the cure. It names no user. */
export function refusalGap(refusal: Refusal): string {
  const [word, subcommand] = refusal.command;
  const command = `${word} ${subcommand}`;
  const loss = consequences[refusal.command.join(" ")]?.loss ?? "a part is not known";
  const where = word === "CLUSTER" ? " on every node" : "";
  if (refusal.reason === "denied")
    return `The user may not run ${command}: ${loss}. Grant it${where}: ACL SETUSER <user> ${neededRights(refusal)}`;
  if (refusal.reason === "unknown")
    return `The server does not know ${command}, it may be renamed or disabled there: ${loss}.`;
  return `The server did not answer ${command} as it should (${refusal.code}): ${loss}.`;
}

/** At most as many as a report takes, each once; the last one says how many are left out. */
export function limitGaps(gaps: readonly string[]): string[] {
  const each = [...new Set(gaps)];
  if (each.length <= mostGaps) return each;
  const kept = each.slice(0, mostGaps - 1);
  return [...kept, `and ${each.length - kept.length} more; the agent's check command shows all of them.`];
}
