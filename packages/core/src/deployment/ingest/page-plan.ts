import { idOfAppearance, recordAppearance } from "../../changes/record.ts";
import type { Services } from "../../access/context.ts";
import type { Write } from "../../table/table.ts";
import { idOfEntry } from "../rows/figures.ts";
import { invalidateUnreported } from "../rows/fleet.table.ts";
import {
  entriesOf,
  invalidatePulse,
  type PulseRow,
  putPulse,
  unchangedPulse,
  unownedOf,
} from "../rows/pulse.table.ts";
import type { Usage } from "../rows/quota.table.ts";
import { type DeploymentPlan, happeningOf, planDeployment } from "./deployment-plan.ts";
import { mayWrite, type Permission } from "./ownership.ts";
import { growthsOf } from "./quota.ts";
import type { PageCommit } from "./source-report.ts";
import type { Key } from "../../table/keys.ts";
import type { Row } from "../../table/row.ts";
import { deploymentDetailKey, deploymentKey } from "../rows/deployment.keys.ts";
import { readSummary, type SummaryRow } from "../rows/deployment.table.ts";

/** The rows of a page's deployments. */
interface StoredPage {
  /** In the order of the page; undefined where there is none. */
  rows: (SummaryRow | undefined)[];
  /** Returns the detail of a deployment that its source may write; undefined where there is none. */
  detailOf: (id: string) => Row | undefined;
  /** Reads the details that were not expected to be written. Costs nothing when there are none. */
  readAlso: (ids: readonly string[]) => Promise<void>;
}

/**
 * Reads the rows, and the details without those of deployments that another source owned at the last report.
 * It is one round trip.
 */
async function readPage(
  services: Services,
  { organization, page }: PageCommit,
  before: PulseRow | undefined,
): Promise<StoredPage> {
  const unowned = unownedOf(before);
  const expected = page.map(({ id }) => id).filter((id) => !unowned.has(id));
  const found = await services.table.batchGet([
    ...page.map(({ id }) => deploymentKey(organization, id)),
    ...expected.map((id) => deploymentDetailKey(organization, id)),
  ]);
  const details = new Map(expected.map((id, index) => [id, found[page.length + index]]));
  return {
    rows: found.slice(0, page.length).map((row) => row && readSummary(row)),
    detailOf: (id) => details.get(id),
    readAlso: async (ids) => {
      const others = ids.filter((id) => !details.has(id));
      const rows = await services.table.batchGet(others.map((id) => deploymentDetailKey(organization, id)));
      for (const [index, id] of others.entries()) details.set(id, rows[index]);
    },
  };
}

/** The most writes of one transaction of a report. DynamoDB takes 100. */
const mostWrites = 97;
/** The pulse or its check, the mark of the fleet, the credential, and the row of those that appear. */
const beside = 4;

/** The pulses of former owners of some deployments, each once. */
export const pulsesOfOwnersBefore = (
  plans: readonly Pick<DeploymentPlan, "pulsesOfOwnerBefore">[],
): Key[] => [
  ...new Map(
    plans.flatMap(({ pulsesOfOwnerBefore }) =>
      pulsesOfOwnerBefore.map((pulse) => [pulse.sk, pulse] as const),
    ),
  ).values(),
];

/**
 * As many of the plans as one transaction takes, in their order. A page nearly always fits. It does not when it takes
 * many deployments over from many agents.
 */
export function firstRound(plans: readonly DeploymentPlan[]): DeploymentPlan[] {
  const round: DeploymentPlan[] = [];
  let size = beside;
  for (const plan of plans) {
    size += plan.writes.length + plan.pulsesOfOwnerBefore.length;
    if (size > mostWrites && round.length > 0) return round;
    round.push(plan);
  }
  return round;
}

/** The writes of a page, and their effects. */
export interface PagePlan {
  /** The pulse and the deployments that go with it, for one transaction. */
  writes: Write[];
  /** What each deployment adds to the organization's usage, by id. */
  growths: ReadonlyMap<string, Usage>;
  /** Ids of the deployments that the source may not take over or bring back. */
  refused: ReadonlySet<string>;
  /**
   * The ids of its deployments if it is not the last transaction of the page. It leaves the pulse as it is, so
   * that the others are compared again.
   */
  round: ReadonlySet<string> | undefined;
}

/**
 * Plans the transaction for a page from what is stored now.
 * @param only ids of the deployments that may be written now; all of them when it is left out
 */
export async function planPage(
  services: Services,
  commit: PageCommit,
  before: PulseRow | undefined,
  only?: ReadonlySet<string>,
): Promise<PagePlan> {
  const { page } = commit;
  const stored = await readPage(services, commit, before);
  const permissions = await mayWrite(services, commit, stored.rows);
  await stored.readAlso(page.flatMap(({ id }, index) => (permissions[index]?.allowed ? [id] : [])));
  const plans = await planDeployments(commit, before, stored, permissions);
  const now = firstRound(plans.filter(({ id }) => only?.has(id) ?? true));
  const growths = growthsOf(commit, stored.rows, permissions);
  const refused = new Set(page.flatMap(({ id }, index) => (permissions[index]?.refused ? [id] : [])));
  if (now.length === plans.length) {
    const writes = lastWrites(services, commit, before, plans, permissions);
    return { writes, growths, refused, round: undefined };
  }
  const round = new Set(now.map(({ id }) => id));
  const writes: Write[] = [
    { check: commit.key, when: unchangedPulse(before) },
    ...writesOf(services, commit, before, now),
  ];
  return { writes, growths: new Map([...growths].filter(([id]) => round.has(id))), refused, round };
}

async function planDeployments(
  commit: PageCommit,
  before: PulseRow | undefined,
  { rows, detailOf }: StoredPage,
  permissions: readonly Permission[],
): Promise<DeploymentPlan[]> {
  const creator = await commit.authority.creator();
  const entriesBefore = entriesOf(before);
  const isAllowed = commit.page.map((_, index) => permissions[index]?.allowed === true);
  const first = commit.page.find((_, index) => isAllowed[index] && !rows[index]);
  const born = idOfAppearance(commit.next.receivedAt, first?.id ?? "");
  return commit.page.flatMap((observation, index) => {
    if (!isAllowed[index]) return [];
    const { id } = observation;
    const planned = {
      observation,
      fingerprint: commit.fingerprints[index] ?? "",
      row: rows[index],
      detail: detailOf(id),
      wasInPulse: entriesBefore.has(id),
      figures: entriesBefore.get(id),
      pulsesOfOwnerBefore: permissions[index]?.holding ?? [],
    };
    return planDeployment(commit, planned, creator?.accountId, born) ?? [];
  });
}

/** The writes of some deployments, without the pulse that holds them. */
function writesOf(
  { random }: Services,
  commit: PageCommit,
  before: PulseRow | undefined,
  plans: readonly DeploymentPlan[],
): Write[] {
  const appearing = plans.filter(({ isNew }) => isNew);
  const named = appearing.map(({ id, name }) => [id, name] as const);
  return [
    ...plans.flatMap(({ writes }) => writes),
    ...recordAppearance(happeningOf(commit), named),
    // The former owner of a deployment must compare with what is stored at its next report.
    ...pulsesOfOwnersBefore(plans).map((pulse) => invalidatePulse(pulse, random)),
    // A report that was received before its key was revoked must not leave a new pulse behind.
    ...((appearing.length > 0 || !before) && commit.onCreate ? [commit.onCreate(appearing.length)] : []),
  ];
}

/** The writes of the pulse with all that is left to write. */
function lastWrites(
  services: Services,
  commit: PageCommit,
  before: PulseRow | undefined,
  plans: readonly DeploymentPlan[],
  permissions: readonly Permission[],
): Write[] {
  const { organization, next } = commit;
  const owned = next.entries.filter((_, index) => permissions[index]?.allowed);
  const refused = next.entries.filter((_, index) => permissions[index]?.refused);
  const staying = new Set(owned.map(idOfEntry));
  const isDropped = [...entriesOf(before).keys()].some((id) => !staying.has(id));
  return [
    putPulse(commit, before, { owned, refused }),
    ...writesOf(services, commit, before, plans),
    ...(isDropped ? [invalidateUnreported(organization, services.random)] : []),
  ];
}
