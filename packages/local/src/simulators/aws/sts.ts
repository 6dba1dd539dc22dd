import { randomBytes } from "node:crypto";
import type { AwsState, Role } from "./state.ts";
import { failure, queryAnswer } from "./wire.ts";

export interface Session {
  role: Role;
  accountId: string;
  /** What the session policy leaves of the role's rights: "elasticache:DescribeCacheClusters". */
  actions: string[];
}

const hour = 3_600_000;

/** AssumeRole as IAM decides it: a condition on an external ID that is not given does not hold. */
export function assumeRole(state: AwsState, sessions: Map<string, Session>, form: URLSearchParams): Response {
  const arn = form.get("RoleArn") ?? "";
  const externalId = form.get("ExternalId");
  const sessionName = form.get("RoleSessionName") ?? "";
  if (!/^[\w+=,.@-]{2,64}$/.test(sessionName) || arn.length < 20)
    return failure("sts", 400, "ValidationError", "1 validation error detected");
  if (Number(form.get("DurationSeconds") ?? hour / 1_000) > 3_600)
    return failure(
      "sts",
      400,
      "ValidationError",
      "exceeds the 1 hour session limit for roles assumed by role chaining",
    );
  const role = state.roles.find((one) => one.arn === arn);
  if (role?.throttlesRefusals && !trusts(role, externalId))
    return failure("sts", 400, "Throttling", "Rate exceeded");
  if (!role || !trusts(role, externalId))
    return failure(
      "sts",
      403,
      "AccessDenied",
      `User: us is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    );
  const accessKeyId = `ASIA${randomBytes(8).toString("hex").toUpperCase()}`;
  const accountId = arn.split(":")[4] ?? "";
  sessions.set(accessKeyId, { role, accountId, actions: actionsOf(form.get("Policy")) });
  return queryAnswer("AssumeRole", {
    Credentials: {
      AccessKeyId: accessKeyId,
      SecretAccessKey: randomBytes(20).toString("hex"),
      SessionToken: randomBytes(40).toString("hex"),
      Expiration: new Date(Date.now() + hour).toISOString(),
    },
    AssumedRoleUser: {
      AssumedRoleId: `AROAEXAMPLE:${sessionName}`,
      Arn: `arn:aws:sts::${accountId}:assumed-role/${arn.split("/").at(-1)}/${sessionName}`,
    },
  });
}

function trusts(
  { allowNoExternalId, externalIdIfExists = false, externalIds, externalIdsLike = [] }: Role,
  given: string | null,
): boolean {
  if (allowNoExternalId) return true;
  if (given === null) return externalIdIfExists;
  return externalIds.includes(given) || externalIdsLike.some((one) => isLike(given, one));
}

/** IAM's StringLike: "*" stands for any characters, "?" for one. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[^\w*?]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`).test(text);
}

function actionsOf(policy: string | null): string[] {
  if (policy === null) return ["*"];
  const { Statement } = JSON.parse(policy) as { Statement: { Action: string[] }[] };
  return Statement.flatMap(({ Action }) => Action);
}
