/** AWS's own policy: every Describe of ElastiCache and nothing else. */
export const inventoryPolicy = "AmazonElastiCacheReadOnlyAccess";

export const roleName = "ShardwatchReadOnly";

/** A placeholder for our account where the configuration has none, as in AWS's own examples. */
export const placeholderAccountId = "123456789012";

const document = (statement: object) =>
  `${JSON.stringify({ Version: "2012-10-17", Statement: [statement] }, undefined, 2)}\n`;

/** The rights for memory figures beside the managed policy; see AWS's documentation of CloudWatch. */
export const metricsPolicy = document({
  Sid: "ReadMemoryMetrics",
  Effect: "Allow",
  Action: ["cloudwatch:GetMetricData", "ec2:DescribeRegions"],
  Resource: "*",
});

/** Who may assume the role: our account, and only with the external ID. */
export const trustPolicy = (accountId: string, externalId: string) =>
  document({
    Effect: "Allow",
    Principal: { AWS: `arn:aws:iam::${accountId}:root` },
    Action: "sts:AssumeRole",
    Condition: { StringEquals: { "sts:ExternalId": externalId } },
  });

interface QuickCreate {
  consoleUrl: string;
  templateUrl: string;
}

/**
 * CloudFormation's page that creates the role from our template, with all parameters filled in:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cfn-console-create-stacks-quick-create-links.html
 */
export function quickCreateLink(
  { consoleUrl, templateUrl }: QuickCreate,
  accountId: string,
  externalId: string,
): string {
  const parameters = new URLSearchParams({
    templateURL: templateUrl,
    stackName: "shardwatch-role",
    param_VendorAccountId: accountId,
    param_ExternalId: externalId,
  });
  // A role has no region, but the console needs one.
  return `${consoleUrl}/cloudformation/home?region=us-east-1#/stacks/quickcreate?${parameters}`;
}
