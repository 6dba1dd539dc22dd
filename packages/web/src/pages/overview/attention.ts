import type { Level } from "@shardwatch/core/contract/filter/severity";
import { type DeploymentSource, isRead } from "@shardwatch/core/contract/source/source";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import type { Count } from "./collector.ts";
import type { DeploymentFinding, Findings, SilentSource } from "./findings.ts";

/** A key or an account that reports nothing or cannot be read, with the deployments behind it. */
export interface SourceTrouble extends Count {
  what: "source";
  level: Level;
  kind: DeploymentSource;
  /** Undefined where its name is not known. */
  name: string | undefined;
  status: "silent" | "denied" | "throttled" | "partial" | "error";
  /** Why, in the words of the last reading. */
  reason: string | null;
  agents: readonly string[];
  /** Undefined where all sources are of one organization. */
  organizationId: string | undefined;
  /** The names of the first few deployments. */
  names: readonly string[];
  /** When it last reported, or was last read with success. */
  since: string | null;
}

export type Trouble = SourceTrouble | (DeploymentFinding & { what: "deployment" });

const faults: readonly SourceTrouble["status"][] = ["denied", "error", "throttled", "partial"];
const levelOf = (fault: SourceTrouble["status"]): Level => (fault === "denied" ? "critical" : "warning");
const faultOf = (state: SourceState | undefined) => faults.find((fault) => fault === state?.status);

function ofSilent(silent: SilentSource, state: SourceState | undefined): SourceTrouble {
  const { id: _, lastUpdated: since, ...group } = silent;
  const status = (state && isRead(group.kind) && faultOf(state)) || "silent";
  const [name, reason] = [state?.name, state?.lastError ?? null];
  return { what: "source", level: levelOf(status), status, name, reason, since, ...group };
}

/** An account that cannot be read, or not wholly, while its deployments are not stale yet. */
function ofFailing(state: SourceState, { reported }: Findings): SourceTrouble[] {
  const status = isRead(state.kind) ? faultOf(state) : undefined;
  if (status === undefined) return [];
  const { question = `via=${state.id}`, deployments = 0 } = reported.get(state.id) ?? {};
  const { kind, name, lastError, lastDataAt } = state;
  return [
    {
      what: "source",
      level: levelOf(status),
      kind,
      name,
      status,
      reason: lastError,
      agents: [],
      organizationId: undefined,
      names: [],
      since: lastDataAt,
      question,
      deployments,
    },
  ];
}

/**
 * Everything that needs attention, the most urgent first. A source is before the deployments of the same
 * urgency, because it explains several.
 * @param states of the sources, as far as they are known
 */
export function troublesOf(findings: Findings, states: readonly SourceState[]): Trouble[] {
  const stateOf = new Map(states.map((state) => [state.id, state]));
  const silent = new Set(findings.silent.map(({ id }) => id));
  const sources = [
    ...findings.silent.map((group) =>
      ofSilent(group, group.id === undefined ? undefined : stateOf.get(group.id)),
    ),
    ...states.filter(({ id }) => !silent.has(id)).flatMap((state) => ofFailing(state, findings)),
  ];
  const deployments = findings.deployments.map((finding) => ({ what: "deployment" as const, ...finding }));
  const at = (level: Level): Trouble[] => [
    ...sources.filter((trouble) => trouble.level === level),
    ...deployments.filter((trouble) => trouble.level === level),
  ];
  return [...at("critical"), ...at("warning"), ...at("ok")];
}
