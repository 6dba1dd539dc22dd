/** The parts of an IAM role's ARN, e.g. "arn:aws:iam::111122223333:role/path/Name". */
export interface RoleArn {
  /** "aws", or another partition of AWS: "aws-cn", "aws-us-gov", … */
  partition: string;
  accountId: string;
  /** Without its path. */
  name: string;
}

/** IAM's limit in characters: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const longestRoleArn = 2_048;

const pattern =
  /^arn:(aws(?:-[a-z]+){0,3}):iam::(\d{12}):role\/(?:([\x21-\x7e]{1,510})\/)?([\w+=,.@-]{1,64})$/;

/** The parts of a role's ARN; undefined for any other text. */
export function parseRoleArn(text: string): RoleArn | undefined {
  const [whole, partition = "", accountId = "", , name = ""] = pattern.exec(text) ?? [];
  return whole === undefined ? undefined : { partition, accountId, name };
}

const like = "arn:aws:iam::111122223333:role/ShardwatchReadOnly";

/**
 * Partitions whose roles our account cannot assume. Credentials of one partition are not valid in another. To serve one
 * needs a deployment inside of it, with its own account, endpoints and regions.
 */
const partitionNames: Record<string, string> = { "aws-cn": "AWS China", "aws-us-gov": "AWS GovCloud (US)" };

/** The fault of a role's ARN that a person typed, without the field's name. Undefined when there is none. */
export function roleArnFault(typed: string): string | undefined {
  const text = typed.trim();
  if (text === "") return "is required";
  if (/^arn:[\w-]+:sts:.*assumed-role/.test(text))
    return `is a session ARN; copy the role's ARN from its page in IAM, like ${like}`;
  if (/^arn:[\w-]+:iam:.*:(user|root|group|policy|instance-profile)\b/.test(text))
    return `isn't a role ARN; a role ARN looks like ${like}`;
  // These roles belong to services of AWS. Only those services can assume them.
  if (/:role\/aws-(service-role|reserved)\//.test(text)) return "is a role that only AWS services can assume";
  const role = text.length > longestRoleArn ? undefined : parseRoleArn(text);
  if (!role) return `must be the ARN of an IAM role, like ${like}`;
  if (role.partition === "aws") return undefined;
  const named = partitionNames[role.partition] ?? "another partition of AWS";
  return `is a role of ${named} (${role.partition}); Shardwatch can read only accounts whose ARNs start with "arn:aws:"`;
}
