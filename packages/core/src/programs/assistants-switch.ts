import { audit } from "../access/audit.ts";
import type { MemberContext, ReaderContext, Services } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { transactAsMember } from "../account/transact-as-member.ts";
import { auditRow } from "../audit/audit.ts";
import type { Assistants, AssistantsSwitch } from "../contract/token/assistants.ts";
import { Problem } from "../kit/problem.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected, revisionOf } from "../table/revision.ts";
import { toolsOf } from "../token/assistant.ts";
import { entriesOf, findTokens } from "../token/find.ts";
import { assistantsKey, assistantsKind, putSwitch } from "./assistants.table.ts";

async function find({ table }: Services, organization: OrganizationId) {
  const row = await table.get(assistantsKey(organization));
  return row ? assistantsKind.read(row) : {};
}

/** Throws forbidden where nobody has switched assistants on for the caller's organization. */
export async function requireSwitchedOn(ctx: ReaderContext): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  if (organization && (await find(ctx, organization)).mayRead) return;
  throw new Problem(
    "forbidden",
    "Assistants may not read this organization. Who manages it can switch them on under Settings, Programs.",
    { code: "ASSISTANTS_OFF" },
  );
}

/** Whether assistants may read the caller's organization, and which tools they have used with its tokens. */
export async function getAssistants(ctx: MemberContext): Promise<Assistants> {
  const organization = requireOwnOrganization(ctx);
  const [row, used] = await Promise.all([find(ctx, organization), usesIn(ctx, organization)]);
  return { mayRead: row.mayRead ?? false, used, revision: revisionOf(row) };
}

async function usesIn(ctx: MemberContext, organization: OrganizationId): Promise<Assistants["used"]> {
  const ids = (await entriesOf(ctx, organization)).map(({ id }) => id);
  const latest = new Map<string, number>();
  for (const row of await findTokens(ctx, ids))
    for (const [tool, at] of toolsOf(row)) latest.set(tool, Math.max(at, latest.get(tool) ?? 0));
  return [...latest]
    .toSorted(([, left], [, right]) => right - left)
    .map(([tool, at]) => ({ tool, at: new Date(at).toISOString() }));
}

/**
 * Switches assistants on or off for the caller's organization. The next call of an assistant obeys it. Throws outdated when it
 * has another revision than expected.
 */
export async function switchAssistants(
  ctx: MemberContext,
  { mayRead }: AssistantsSwitch,
  expected: Expected,
): Promise<Assistants> {
  const organization = requireOwnOrganization(ctx);
  await retryOnConflict(async () => {
    const row = await find(ctx, organization);
    checkRevision(row, expected);
    const before = row.mayRead ?? false;
    await transactAsMember(ctx, organization, "manageOrganization", [
      putSwitch(organization, { mayRead, before }, expected),
      auditRow(ctx, organization, {
        action: "organization.assistantsSwitched",
        id: organization,
        fields: { assistantsMayRead: [before, mayRead] },
      }),
    ]);
  });
  audit(ctx, "organization.assistantsSwitched", { organizationId: organization, mayRead });
  return await getAssistants(ctx);
}
