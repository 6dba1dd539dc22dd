import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { FailureLimit } from "../attempts/failures.ts";
import { refusedCredentials } from "../integration/limits.ts";
import { parseRoleArn } from "../contract/role-arn.ts";
import { Problem } from "../kit/problem.ts";
import type { AwsFailure } from "../ports/elasticache.ts";

/** Limits refused roles. STS has one rate limit for all our organizations together. */
export const refusedRoles: FailureLimit = {
  what: "refused roles",
  ...refusedCredentials,
  code: "TOO_MANY_REFUSED_ROLES",
  sentence: "Too many roles have been refused.",
};

/** The name of our sessions in the customer's CloudTrail. */
export const sessionName = (organization: OrganizationId): string => `shardwatch-${organization.slice(-10)}`;

/** Throws invalid for a role of our own account. Otherwise a caller could make us use our own rights. */
export function refuseOwnAccount({ settings }: Services, roleArn: string): void {
  if (settings.awsAccountId === undefined || parseRoleArn(roleArn)?.accountId !== settings.awsAccountId)
    return;
  throw new Problem("invalid", "This role is not in your AWS account, but in ours.", {
    code: "OUR_ACCOUNT",
    details: ["roleArn: must be a role of your own AWS account"],
  });
}

/**
 * An external ID that differs from the given one in its last character only. Among wrong IDs, it matches the
 * most careless patterns: "*", "shardwatch-*", and every longer prefix of the right ID with a wildcard.
 */
const almost = (externalId: string): string =>
  externalId.slice(0, -1) + (externalId.endsWith("0") ? "1" : "0");

/**
 * Tries the role. It must accept us with the external ID, and refuse us without it and with a wrong one. If a
 * role accepts every caller from our account, any organization that knows its ARN could have us read it.
 * Throws invalid with what the trust policy needs, unavailable when AWS gave no clear answer.
 */
export async function checkTrust(
  services: Services,
  organization: OrganizationId,
  roleArn: string,
  externalId: string,
): Promise<void> {
  const assumeWith = (id: string | undefined) =>
    services.elastiCache.assume({ roleArn, externalId: id, sessionName: sessionName(organization) });
  const admitted = await assumeWith(externalId);
  if (admitted.outcome === "denied") throw locked();
  if (admitted.outcome !== "ok") throw unasked(admitted);
  for (const answer of await Promise.all([assumeWith(undefined), assumeWith(almost(externalId))])) {
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
