import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { transactAsMember } from "../account/transact-as-member.ts";
import { attemptsOf, countWith, waitFor } from "../attempts/attempts.ts";
import { Problem } from "../kit/problem.ts";
import { day } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";

/** How often one person may create, change, rotate and revoke tokens in a day. Each time is an event of the audit. */
export const mostTokenChanges = 300;

const changesOf = ({ actor }: MemberContext) => ({
  what: "changes of tokens",
  name: actor.accountId,
  window: day,
});

/** Writes a change of a token for somebody who manages the organization. Throws tooMany above the limit of a day. */
export async function transactAsManager(
  ctx: MemberContext,
  organization: OrganizationId,
  writes: readonly Write[],
): Promise<void> {
  const counted = countWith(ctx, changesOf(ctx), mostTokenChanges);
  try {
    await transactAsMember(ctx, organization, "manageOrganization", [...writes, counted]);
  } catch (error) {
    if (error instanceof ConditionFailed) await refuseTooMany(ctx);
    throw error;
  }
}

async function refuseTooMany(ctx: MemberContext): Promise<void> {
  const [changed = 0] = await attemptsOf(ctx, [changesOf(ctx)]);
  if (changed < mostTokenChanges) return;
  const { retryAfterSeconds } = waitFor(ctx, day);
  const sentence = `You can create and change tokens ${mostTokenChanges} times a day.`;
  throw new Problem("tooMany", sentence, { code: "TOO_MANY_TOKEN_CHANGES", retryAfterSeconds });
}
