import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { FailureLimit } from "../attempts/failures.ts";
import { refusedCredentials } from "../integration/limits.ts";
import { parseRoleArn } from "../contract/source/role-arn.ts";
import type { TrialResult } from "../contract/source/role-trial.ts";
import { Problem } from "../kit/problem.ts";

/** Limits refused roles. STS has one rate limit for all our organizations together. */
export const refusedRoles: FailureLimit = {
  what: "refused roles",
  ...refusedCredentials,
  code: "TOO_MANY_REFUSED_ROLES",
  sentence: "Too many roles were rejected.",
};

/** The name of our sessions in the customer's CloudTrail. */
export const sessionName = (organization: OrganizationId): string => `shardwatch-${organization.slice(-10)}`;

/**
 * Throws invalid for a role of our own account. Otherwise a caller could make us use our own rights. A program that
 * reads the real AWS for others does not start without the id of its account.
 */
export function refuseOwnAccount({ settings }: Services, roleArn: string): void {
  if (settings.awsAccountId === undefined || parseRoleArn(roleArn)?.accountId !== settings.awsAccountId)
    return;
  throw new Problem("invalid", "This role is in our AWS account, not in yours.", {
    code: "OUR_ACCOUNT",
    details: ["roleArn: must be a role of your own AWS account"],
  });
}

/**
 * Has the role tried. It must accept us with the external ID, and refuse us without it. Throws invalid with
 * what the trust policy needs, unavailable when AWS gave no clear answer.
 */
export async function checkTrust(
  services: Services,
  organization: OrganizationId,
  roleArn: string,
  externalId: string,
): Promise<void> {
  const result = await services.roleTrials.run({
    kind: "tryRole",
    roleArn,
    externalId,
    sessionName: sessionName(organization),
  });
  switch (result.outcome) {
    case "trusted":
      return;
    case "denied":
      throw locked();
    case "open":
      throw open();
    case "throttled":
    case "unavailable":
      services.log.warn("a role could not be tried", result);
      throw unasked(result);
  }
}

function locked(): Problem {
  return new Problem("invalid", "Access denied when assuming the role.", {
    code: "ROLE_DENIED",
    details: [
      "roleArn: must be a role whose trust policy names our AWS account and your external ID; " +
        "a new role can take a minute to work",
    ],
  });
}

function open(): Problem {
  return new Problem(
    "invalid",
    "The role can be assumed without your external ID. Its trust policy must require it.",
    {
      code: "EXTERNAL_ID_NOT_REQUIRED",
      details: [
        "roleArn: must have a trust policy that requires your external ID: StringEquals on sts:ExternalId, without wildcards",
      ],
    },
  );
}

function unasked(result: Extract<TrialResult, { outcome: "throttled" | "unavailable" }>): Problem {
  const reason = result.outcome === "throttled" ? "AWS is rate limiting us" : result.reason;
  return new Problem("unavailable", `Couldn't reach AWS: ${reason}.`, { retryAfterSeconds: 10 });
}
