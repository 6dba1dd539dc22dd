/** The session may do no more than this, whatever the customer's role allows. */
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
