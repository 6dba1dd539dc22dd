import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { FailureLimit } from "../attempts/failures.ts";
import { parseRoleArn } from "../contract/role-arn.ts";
import { Problem } from "../kit/problem.ts";
import type { AwsFailure } from "../ports/elasticache.ts";

/** Roles that were tried in vain: STS answers all organizations together only so often. */
export const refusedRoles: FailureLimit = {
  what: "refused roles",
  perAccount: 20,
  perOrganization: 60,
  code: "TOO_MANY_REFUSED_ROLES",
  sentence: "Too many roles have been refused.",
  counts: ({ kind }) => kind === "invalid" || kind === "conflict",
};

/** How our sessions are called in the customer's CloudTrail. */
export const sessionName = (organization: OrganizationId): string => `shardwatch-${organization.slice(-10)}`;

/** Throws invalid for a role of our own account, which a caller could otherwise have us use against ourselves. */
export function refuseOwnAccount({ settings }: Services, roleArn: string): void {
  if (settings.awsAccountId === undefined || parseRoleArn(roleArn)?.accountId !== settings.awsAccountId)
    return;
  throw new Problem("invalid", "This role is not in your AWS account, but in ours.", {
    code: "OUR_ACCOUNT",
    details: ["roleArn: must be a role of your own AWS account"],
  });
}

/**
 * An external ID that differs from the given one in its last character only. Of all wrong ones it finds the most
 * careless patterns: "*", "shardwatch-*", and every longer beginning of the right one with a wildcard behind it.
 */
const almost = (externalId: string): string =>
  externalId.slice(0, -1) + (externalId.endsWith("0") ? "1" : "0");

/**
 * Tries the role: it has to let us in with the external ID, and to turn us away without it and with a wrong one. A role
 * that lets in everybody who comes from our account could be read by whoever knows its ARN.
 * Throws invalid with what the trust policy needs, unavailable when AWS could not say.
 */
export async function checkTrust(
  services: Services,
  organization: OrganizationId,
  roleArn: string,
  externalId: string,
): Promise<void> {
  const knock = (id: string | undefined) =>
    services.elastiCache.assume({ roleArn, externalId: id, sessionName: sessionName(organization) });
  const entered = await knock(externalId);
  if (entered.outcome === "denied") throw locked();
  if (entered.outcome !== "ok") throw unasked(entered);
  for (const answer of await Promise.all([knock(undefined), knock(almost(externalId))])) {
    if (answer.outcome === "ok") throw open();
    if (answer.outcome !== "denied") throw unasked(answer);
  }
}

function locked(): Problem {
  return new Problem("invalid", "The role does not let us in.", {
    code: "ROLE_DENIED",
    details: [
      "roleArn: must be a role whose trust policy names our AWS account and your external ID; " +
        "a role that was made just now can take a minute",
    ],
  });
}

function open(): Problem {
  return new Problem(
    "invalid",
    "The role lets us in without your external ID. Its trust policy must require it.",
    {
      code: "EXTERNAL_ID_NOT_REQUIRED",
      details: [
        "roleArn: its trust policy must require your external ID and no other: StringEquals of sts:ExternalId, without wildcards",
      ],
    },
  );
}

function unasked(failure: Exclude<AwsFailure, { outcome: "denied" }>): Problem {
  const reason = failure.outcome === "throttled" ? "it answers no more calls at the moment" : failure.reason;
  return new Problem("unavailable", `AWS could not be asked: ${reason}.`, { retryAfterSeconds: 10 });
}
