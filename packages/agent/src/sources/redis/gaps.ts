import type { Refusal } from "./server.ts";

/** The limit of a report. */
export const mostGaps = 20;

/** The data that is lost without a command, and the rights to add to the user's ACL. */
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

/** The gap of a cluster whose listing does not say which primaries serve all slots. */
export const unknownSlots =
  "CLUSTER SHARDS leaves slots out, as some versions do after a failover or an upgrade: which nodes serve them is unknown, so the memory is not known. Grant it on every node: ACL SETUSER <user> +cluster|nodes";

/** The rights that a refused command needs, as an ACL line writes them. */
export function neededRights({ command }: Pick<Refusal, "command">): string {
  return consequences[command.join(" ")]?.grant ?? "";
}

/** A sentence for the report: the command, the lost data, and the remedy. It names no user. */
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

/** At most as many as a report accepts, each once. The last one gives the number that is left out. */
export function limitGaps(gaps: readonly string[]): string[] {
  const each = [...new Set(gaps)];
  if (each.length <= mostGaps) return each;
  const kept = each.slice(0, mostGaps - 1);
  return [...kept, `and ${each.length - kept.length} more; the agent's check command shows all of them.`];
}
