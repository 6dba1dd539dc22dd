import { renewCanaryKey } from "../agent-key/canary-key.ts";
import type { Services } from "../access/context.ts";
import type { Report } from "../contract/report/report.ts";
import { minute } from "../kit/time.ts";
import type { CanaryReports } from "../ports/canary-reports.ts";
import { tryWrite } from "../table/errors.ts";
import { canaryKey, canaryKind, type CanaryRow } from "./canary.table.ts";

/** How long the key of one report works. */
const keyLife = 2 * minute;

/**
 * Reports to ourselves on the way that agents take: name, gateway, function, key and table. Returns since when such
 * reports are accepted, as `heardSince` does. A second call in the same minute returns the same.
 */
export async function listen(services: Services, canaryReports: CanaryReports): Promise<number> {
  const now = services.clock.now();
  const current = now - (now % minute);
  const row = await services.table.get(canaryKey);
  const last = row && canaryKind.read(row);
  if (last && last.minute >= current) return acceptingSince(last);
  const next = withMinute(last, current, await isAccepted(services, canaryReports, now));
  await store(services, last, next);
  return acceptingSince(next);
}

/** Since when our own reports are accepted, as `heardSince` does. */
export async function acceptedSince({ table }: Pick<Services, "table">): Promise<number> {
  const row = await table.get(canaryKey);
  return row ? acceptingSince(canaryKind.read(row)) : 0;
}

async function isAccepted(services: Services, canaryReports: CanaryReports, now: number): Promise<boolean> {
  const key = await renewCanaryKey(services, now + keyLife);
  const answer = await canaryReports.post(key, reportAt(now, services.settings.version));
  const accepted = "status" in answer && answer.status === 202;
  if (!accepted) services.log.warn("our own report was not accepted", answer);
  return accepted;
}

async function store({ table }: Services, before: CanaryRow | undefined, next: CanaryRow): Promise<void> {
  // Another call of this minute was faster.
  await tryWrite(
    table.put(
      { ...canaryKey, ...canaryKind.write(next) },
      before ? canaryKind.equals({ minute: before.minute }) : [{ exists: false }],
    ),
  );
}

/** A server that never changes: one read of the key and one write of the pulse, as most reports of agents. */
function reportAt(now: number, version: string): Report {
  const figures = { memoryUsed: "0", memoryLimit: "0" };
  const database = { id: "0", name: null, status: "active", version: null, tlsEnabled: null, ...figures };
  return {
    version: 1,
    agent: { id: "canary00", version },
    measuredAt: new Date(now).toISOString(),
    deployments: [
      { key: "canary", name: "canary", type: "STANDALONE", status: "active", databases: [database] },
    ],
  };
}

/** How many minutes are remembered. */
const minutes = 64n;
const all = (1n << minutes) - 1n;

/** Two failures in a row are an outage. A single one may be a lost packet. */
const outage = 0b11n;

const bitsOf = ({ accepted }: CanaryRow): bigint => BigInt(`0x${accepted}`);

/** The minutes with one more. Those in which nobody tried count as accepted: passes know their own gaps. */
export function withMinute(before: CanaryRow | undefined, now: number, wasAccepted: boolean): CanaryRow {
  const passed = before ? Math.round((now - before.minute) / minute) : Number(minutes);
  const shift = BigInt(Math.min(passed, Number(minutes)));
  const known = ((before ? bitsOf(before) : all) << shift) | ((1n << shift) - 1n);
  const bits = (wasAccepted ? known | 1n : known & ~1n) & all;
  return { minute: now, accepted: bits.toString(16).padStart(16, "0") };
}

/**
 * Since when reports are accepted: the minute after the last outage. During an outage it is the minute of the row, and
 * 0 when there was none within 64 minutes. Unix epoch in milliseconds.
 */
export function acceptingSince(row: CanaryRow): number {
  const bits = bitsOf(row);
  for (let age = 0n; age < minutes - 1n; age += 1n)
    if (((bits >> age) & outage) === 0n) return row.minute - Math.max(Number(age) - 1, 0) * minute;
  return 0;
}
