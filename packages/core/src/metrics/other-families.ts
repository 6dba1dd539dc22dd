import type { Incident } from "../contract/incident/incident.ts";
import type { SourceState } from "../contract/source/state.ts";
import type { Part } from "../deployment/read/part.ts";
import { second } from "../kit/time.ts";
import { type Family, labelled } from "./exposition.ts";

/** Whether a source brings data. Before its first report or reading that is not known. */
const isUp: Readonly<Record<SourceState["status"], boolean | undefined>> = {
  pending: undefined,
  ok: true,
  partial: true,
  silent: false,
  throttled: false,
  denied: false,
  error: false,
};

/** The families of agent keys and connected accounts. */
export function sourceFamilies(sources: readonly SourceState[]): Family[] {
  const labelsOf = ({ id, kind }: SourceState) => ({ source_id: id, source: kind });
  return [
    {
      name: "shardwatch_source",
      type: "info",
      help: "What a source is: an agent key or a connected account. Join it by the label source_id.",
      samples: sources.map((source) => ({
        labels: labelled({ ...labelsOf(source), name: source.name }),
        value: 1,
      })),
    },
    {
      name: "shardwatch_source_up",
      type: "gauge",
      help: "Whether an agent key or a connected account brings data: 1 or 0; absent before the first time.",
      samples: sources.flatMap((source) => {
        const up = isUp[source.status];
        return up === undefined ? [] : [{ labels: labelled(labelsOf(source)), value: up ? 1 : 0 }];
      }),
    },
    {
      name: "shardwatch_source_last_success_timestamp_seconds",
      type: "gauge",
      unit: "seconds",
      help: "When data came from it last.",
      samples: sources.flatMap((source) =>
        source.lastDataAt === null
          ? []
          : [
              {
                labels: labelled(labelsOf(source)),
                value: Math.floor(Date.parse(source.lastDataAt) / second),
              },
            ],
      ),
    },
  ];
}

/** The family by which one rule of Prometheus hands all open incidents to an Alertmanager. */
export const incidentFamily = (incidents: readonly Incident[]): Family => ({
  name: "shardwatch_incident_open",
  type: "gauge",
  help: "An open incident that is not silenced.",
  samples: incidents
    .filter(({ silencedUntil }) => silencedUntil === null)
    .map(({ id, rule, severity, cause }) => ({
      labels: labelled({ incident: id, rule, severity, cause: cause.name }),
      value: 1,
    })),
});

interface Feed {
  deployments: number;
  isTruncated: boolean;
  part: Part;
}

/** What this answer has. Each part has a series of its own, so that one that is not scraped is missed. */
export const feedFamilies = ({ deployments, isTruncated, part: { part, of } }: Feed): Family[] => {
  const labels = labelled({ part: `${part}/${of}` });
  return [
    {
      name: "shardwatch_feed_deployments",
      type: "gauge",
      help: "How many deployments this answer has.",
      samples: [{ labels, value: deployments }],
    },
    {
      name: "shardwatch_feed_truncated",
      type: "gauge",
      help: "Whether there are more deployments than this answer has: 1 or 0. Scrape the parts then.",
      samples: [{ labels, value: isTruncated ? 1 : 0 }],
    },
    {
      name: "shardwatch_feed_parts",
      type: "gauge",
      help: "Into how many parts the whole is cut.",
      samples: [{ labels, value: of }],
    },
  ];
};
