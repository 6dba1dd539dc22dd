import { expect, test } from "vitest";
import { parseRoleArn, roleArnFault } from "./role-arn.ts";

test.each([
  "arn:aws:iam::111122223333:role/Name",
  "arn:aws:iam::111122223333:role/team/a/Name+=,.@-_",
  "  arn:aws:iam::111122223333:role/Name ",
])("AWS17 %s is a role", (arn) => expect(roleArnFault(arn)).toBeUndefined());

test.each([
  [" ", "is required"],
  ["Name", "must be the ARN"],
  ["arn:aws:iam::1111:role/Name", "must be the ARN"],
  ["arn:evil:iam::111122223333:role/Name", "must be the ARN"],
  ["arn:aws:iam::111122223333:role/", "must be the ARN"],
  ["arn:aws:iam::111122223333:user/ada", "isn't a role ARN"],
  ["arn:aws:iam::111122223333:root", "isn't a role ARN"],
  ["arn:aws:sts::111122223333:assumed-role/Name/session", "is a session ARN"],
  ["arn:aws:iam::111122223333:role/aws-service-role/x/Name", "is a role that only AWS services can assume"],
  [`arn:aws:iam::111122223333:role/${"a/".repeat(2_000)}Name`, "must be the ARN"],
])("AWS17 %s is none", (arn, fault) => expect(roleArnFault(arn)).toContain(fault));

test.each([
  ["arn:aws-cn:iam::111122223333:role/Name", "is a role of AWS China (aws-cn); "],
  [" arn:aws-us-gov:iam::111122223333:role/team/Name ", "is a role of AWS GovCloud (US) (aws-us-gov); "],
  ["arn:aws-iso-b:iam::111122223333:role/Name", "is a role of another partition of AWS (aws-iso-b); "],
])("AMD14 AWS17 %s is refused with the reason", (arn, reason) => {
  expect(roleArnFault(arn)).toContain(reason);
  expect(roleArnFault(arn)).toMatch(/can read only accounts whose ARNs start with "arn:aws:"$/);
});

// A pattern that goes back over what it has read takes many minutes for this.
test("hostile text is read to its end", () => {
  expect(parseRoleArn(`arn:aws:iam::111122223333:role/${"/".repeat(1_000_000)}!`)).toBeUndefined();
});
