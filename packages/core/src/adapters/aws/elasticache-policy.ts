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
