/** What the list of memory figures needs beside the managed policy; see AWS's documentation of CloudWatch. */
export const metricsPolicy = `${JSON.stringify(
  {
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "ReadMemoryMetrics",
        Effect: "Allow",
        Action: ["cloudwatch:GetMetricData", "ec2:DescribeRegions"],
        Resource: "*",
      },
    ],
  },
  undefined,
  2,
)}\n`;

/** AWS's own policy: every Describe of ElastiCache and nothing else. */
export const inventoryPolicy = "AmazonElastiCacheReadOnlyAccess";

export const roleName = "ShardwatchReadOnly";

/** Stands for our account where the configuration names none, as in AWS's own examples. */
export const placeholderAccountId = "123456789012";
