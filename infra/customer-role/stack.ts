import {
  App,
  CfnOutput,
  CfnParameter,
  DefaultStackSynthesizer,
  Duration,
  type IStackSynthesizer,
  Stack,
} from "aws-cdk-lib";
import { AccountPrincipal, PolicyDocument, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";

/** What we call in a customer's account, and nothing else. */
const statements = {
  ReadCaches: [
    "elasticache:DescribeReplicationGroups",
    "elasticache:DescribeCacheClusters",
    "elasticache:DescribeServerlessCaches",
    "elasticache:DescribeCacheParameters",
  ],
  // CloudWatch can limit it neither to a namespace nor to a resource.
  ReadMemoryMetrics: ["cloudwatch:GetMetricData"],
  ListRegions: ["ec2:DescribeRegions"],
};

/**
 * The role by which a customer lets us read their ElastiCache, as a stack for their account. CDK (187 MB) has this job
 * alone: it writes template.json. That file is in the repository, so no deployment needs CDK, and a test compares them.
 * The parameters may not be NoEcho: quick-create links leave those out.
 */
export function customerRole(): Stack {
  const app = new App({ analyticsReporting: false });
  const stack = new Stack(app, "ShardwatchRole", {
    description: "Lets Shardwatch list ElastiCache caches and read their memory figures. It changes nothing.",
    // The usual rule fails in accounts that have never used CDK. CDK's types are not made for exactOptionalPropertyTypes.
    synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IStackSynthesizer,
  });
  const vendor = new CfnParameter(stack, "VendorAccountId", {
    description: "The AWS account of Shardwatch",
    allowedPattern: "^\\d{12}$",
  });
  const externalId = new CfnParameter(stack, "ExternalId", {
    description: "The external ID that Shardwatch issued to your organization",
    minLength: 20,
    allowedPattern: "^[\\w-]+$",
  });
  const role = new Role(stack, "Role", {
    description: "Shardwatch reads ElastiCache",
    assumedBy: new AccountPrincipal(vendor.valueAsString),
    externalIds: [externalId.valueAsString],
    maxSessionDuration: Duration.hours(1),
    inlinePolicies: {
      ReadElastiCache: new PolicyDocument({
        statements: Object.entries(statements).map(
          ([sid, actions]) => new PolicyStatement({ sid, actions, resources: ["*"] }),
        ),
      }),
    },
  });
  const output = new CfnOutput(stack, "RoleArn", { value: role.roleArn });
  output.description = "Copy this into Shardwatch";
  return stack;
}
