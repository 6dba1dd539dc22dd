import type { IncidentRecord } from "@shardwatch/core/incident/rows/record";

/** What members of the demo wrote when they acknowledged an incident, by what it says. The first that fits counts. */
const notes: readonly [RegExp, readonly string[]][] = [
  [
    /of its limit/,
    [
      "Raising the limit, the change is in review.",
      "New keys were written without expiry. The fix is deployed, and the limit goes up today.",
      "Expected growth before the campaign. We raise the limit.",
    ],
  ],
  [/ends on/, ["Renewal is ordered. Procurement expects the license within two weeks."]],
  [
    /replica/,
    [
      "Host of the replica restarts after its kernel update.",
      "Replica was moved to another zone, full sync is running.",
    ],
  ],
  [/save to its disk/, ["Disk is full of old dumps. Cleaning up.", "Volume is being extended."]],
  [/ahead/, ["chronyd was stopped by the last image. Started again."]],
  [/the role/, ["The role was removed with an old stack. Creating it again."]],
  [/rejected the keys/, ["API keys were rotated. Storing the new ones."]],
  [/script/, ["It is the nightly batch job. Killed, and moved to a replica."]],
  [/has failed|not active/, ["Replacing the failed node.", "Node lost its disk. A new one is joining."]],
  [
    /refused|answers/,
    [
      "Host is down, the on-call of the data center is on it.",
      "Firewall change went wrong and is rolled back.",
      "Out of memory on the host. Restarting with more.",
    ],
  ],
  [
    /./,
    [
      "Host of the agent is being rebuilt.",
      "Egress rule was removed by mistake. The network team puts it back.",
    ],
  ],
];

/** The notes that fit an incident. */
export function notesFor({ evidence, members }: IncidentRecord): readonly string[] {
  const text = evidence.words ?? members[0]?.value ?? "";
  return notes.find(([words]) => words.test(text))?.[1] ?? [];
}
