import type { ReporterStatus } from "../deployment/read/reporters.ts";
import { isId } from "../kit/ids.ts";
import { second } from "../kit/time.ts";
import { type Family, labelled, type Sample } from "./exposition.ts";

/**
 * The families of agents: each is a process that reports with an agent key.
 * @param reporters by the id of their source
 */
export function agentFamilies(reporters: ReadonlyMap<string, readonly ReporterStatus[]>): Family[] {
  const [words, times]: [Sample[], Sample[]] = [[], []];
  for (const [key, agents] of reporters) {
    if (!isId("accessKey", key)) continue;
    for (const { instance, name, version, platform, receivedAt } of agents) {
      const labels = { source_id: key, agent: instance };
      words.push({ labels: labelled({ ...labels, name, version, platform }), value: 1 });
      times.push({ labels: labelled(labels), value: Math.floor(receivedAt / second) });
    }
  }
  return [
    {
      name: "shardwatch_agent",
      type: "info",
      help: "What an agent is. Join it by the labels source_id and agent.",
      samples: words,
    },
    {
      name: "shardwatch_agent_last_report_timestamp_seconds",
      type: "gauge",
      unit: "seconds",
      help: "When the last report of an agent arrived.",
      samples: times,
    },
  ];
}
