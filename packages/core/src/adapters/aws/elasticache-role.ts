import { AssumeRoleCommand, STSClient, type STSClientConfig } from "@aws-sdk/client-sts";
import type { AwsAnswer, CustomerRole } from "../../ports/elasticache.ts";
import { ask, bounded, type Session } from "./elasticache-session.ts";

/** The session's rights, at most: the customer's role cannot add to them. */
export const sessionPolicy = JSON.stringify({
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Action: [
        "elasticache:DescribeReplicationGroups",
        "elasticache:DescribeCacheClusters",
        "elasticache:DescribeServerlessCaches",
        "elasticache:DescribeCacheParameters",
        "cloudwatch:GetMetricData",
        "ec2:DescribeRegions",
      ],
      Resource: "*",
    },
  ],
});

const sessionSeconds = 3_600;

/** Only this error is about the customer's role. Similar ones are about our own credentials. */
const denials = new Set(["AccessDenied"]);

/**
 * Assumes roles of customers. Our own role is itself assumed, so AWS limits the session to an hour.
 * @param config as in `Session`, with our own region and credentials
 */
export function createRoleClient({ deadline, ...config }: STSClientConfig & { deadline: number }) {
  const client = bounded(new STSClient(config), deadline);
  return async (role: CustomerRole): Promise<AwsAnswer<Session["credentials"]>> => {
    const { roleArn, externalId, sessionName } = role;
    const command = new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      DurationSeconds: sessionSeconds,
      Policy: sessionPolicy,
      ...(externalId !== undefined && { ExternalId: externalId }),
    });
    const answer = await ask(deadline, (abort) => client.send(command, abort), denials);
    if (answer.outcome !== "ok") return answer;
    const { AccessKeyId, SecretAccessKey, SessionToken } = answer.value.Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken)
      return { outcome: "unavailable", reason: "AWS answered without credentials" };
    const value = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
    return { outcome: "ok", value };
  };
}
