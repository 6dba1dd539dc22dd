import { askedOrganization } from "../access/asked-organization.ts";
import { audit, callerOf } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { findCallers } from "../caller/names.ts";
import { noOrganization } from "../account/source-rights.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { auditRow } from "../audit/audit.ts";
import { withViewAudit } from "../audit/bounded.ts";
import type { PatchedVersionList, VersionInput } from "../contract/incident/patched.ts";
import { knownOf, versionKeyOf, versionOfKey } from "../contract/support/worst.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { countAcknowledgement } from "./change-by-hand.ts";
import { withEvents } from "./judging/compare.ts";
import { alertsOf } from "./rows/incident.keys.ts";
import { putChanged, raiseClock, readAlerts } from "./rows/incident.table.ts";
import { peopleOf, shownPatched } from "./rows/patched-map.ts";
import { putPatched, type StoredVersion } from "./rows/patched.table.ts";

/** How many versions of an organization can be patched. Every pass reads all of them. */
export const mostPatched = 100;

type Asked = VersionInput & { organizationId?: string | undefined };

interface Change {
  action: "version.patched" | "version.unpatched";
  event: "patched" | "unpatched";
  /** Undefined when it is so already. Throws what the person did wrong. */
  step: (versions: readonly StoredVersion[], key: string) => StoredVersion[] | undefined;
}

/**
 * Records that a distribution patched a version, for all servers of the organization that have it. The next pass ends its
 * incident. What becomes known of the version later counts again. Only managers may, as with a silence: it is for the whole
 * organization and has no end. Safe to repeat. Throws forbidden, tooMany, and conflict for a version without known
 * vulnerabilities.
 */
export async function sayPatched(ctx: ReaderContext, asked: Asked): Promise<PatchedVersionList> {
  const known = (knownOf(asked) ?? []).map(({ id }) => id);
  if (known.length === 0)
    throw new Problem("conflict", "No vulnerability of this version is known.", { code: "NOTHING_KNOWN" });
  return await change(ctx, asked, {
    action: "version.patched",
    event: "patched",
    step: (versions, key) => {
      const before = versions.find((one) => one.key === key);
      if (before && known.every((id) => before.vulnerabilities.includes(id))) return undefined;
      if (!before && versions.length >= mostPatched) throw tooMany();
      const one = { key, vulnerabilities: known, by: callerOf(ctx.actor), at: ctx.clock.now() };
      return [...versions.filter((other) => other !== before), one];
    },
  });
}

/** Takes that back. The next pass opens its incident again. Throws as `sayPatched` does. */
export async function takeBackPatched(ctx: ReaderContext, asked: Asked): Promise<PatchedVersionList> {
  return await change(ctx, asked, {
    action: "version.unpatched",
    event: "unpatched",
    step: (versions, key) => {
      const others = versions.filter((one) => one.key !== key);
      return others.length < versions.length ? others : undefined;
    },
  });
}

/** It raises the clock, so a pass that has not seen the change can't write. */
async function change(
  ctx: ReaderContext,
  { organizationId, ...version }: Asked,
  { action, event, step }: Change,
): Promise<PatchedVersionList> {
  const organization = askedOrganization(ctx, organizationId, {
    forbidden: "You can only change the versions of your own organization.",
  });
  if (!organization) throw noOrganization();
  const key = versionKeyOf(version) ?? "";
  const name = versionOfKey(key)?.name ?? key;
  const { after, isNew } = await retryOnConflict(async () => {
    const reading = ctx.table.queryAll(alertsOf(organization));
    // The answer has all of them, also where nothing changes.
    const { clock, open, patched } = readAlerts(await withViewAudit(ctx, organization, reading));
    const versions = step(patched.versions, key);
    if (!versions) return { after: patched, isNew: false };
    const counted = await countAcknowledgement(ctx);
    const happened = { at: ctx.clock.now(), kind: event, text: null, by: callerOf(ctx.actor) };
    const changed = open.filter(({ record: { cause } }) => cause.kind === "version" && cause.id === key);
    await transactAsCaller(ctx, organization, "manageOrganization", [
      putPatched(organization, patched, versions),
      ...(clock ? [raiseClock(organization, clock, clock)] : []),
      ...changed.map(({ record, revision }) =>
        putChanged(organization, withEvents(record, [happened]), revision),
      ),
      counted,
      auditRow(ctx, organization, { action, id: key, name, fields: {} }),
    ]);
    return { after: { ...patched, versions }, isNew: true };
  });
  if (isNew) audit(ctx, action, { version: key, organizationId: organization });
  const callers = await findCallers(ctx, peopleOf(after));
  return { patched: shownPatched(after, organization, callers) };
}

const tooMany = () =>
  new Problem("conflict", `An organization can have ${mostPatched} patched versions. Take one back first.`, {
    code: "TOO_MANY_PATCHED",
  });
