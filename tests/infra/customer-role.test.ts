import { readFileSync } from "node:fs";
import { sessionPolicy } from "@shardwatch/core/adapters/aws/elasticache-role";
import { Match, Template } from "aws-cdk-lib/assertions";
import { expect, test } from "vitest";
import { customerRole } from "../../infra/customer-role/stack.ts";
import { templateFile, templateText } from "../../infra/customer-role/template.ts";

interface Statement {
  Action: string | string[];
  Effect: string;
}

const template = Template.fromStack(customerRole());

test("the template that customers are given is the one that the stack makes", () => {
  expect(JSON.parse(readFileSync(templateFile, "utf8"))).toEqual(JSON.parse(templateText()));
});

test("ELC26 R12 the template is one role that lets in our account with the external ID alone, in any account", () => {
  const { Parameters, Rules, Resources } = template.toJSON() as Record<string, Record<string, object>>;
  expect(Object.keys(Parameters ?? {})).toEqual(["VendorAccountId", "ExternalId"]);
  expect(Rules).toBeUndefined();
  expect(Object.keys(Resources ?? {})).toHaveLength(1);
  template.hasResourceProperties("AWS::IAM::Role", {
    ManagedPolicyArns: Match.absent(),
    AssumeRolePolicyDocument: {
      Statement: [
        {
          Effect: "Allow",
          Action: "sts:AssumeRole",
          Condition: { StringEquals: { "sts:ExternalId": { Ref: "ExternalId" } } },
          Principal: { AWS: Match.anyValue() },
        },
      ],
    },
  });
});

test("AWS16 the role may do what our session policy names, and nothing more", () => {
  const [role] = Object.values(template.findResources("AWS::IAM::Role")) as {
    Properties: { Policies: { PolicyDocument: { Statement: Statement[] } }[] };
  }[];
  const granted = role?.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [];
  const asked = (JSON.parse(sessionPolicy) as { Statement: Statement[] }).Statement;
  const actions = (statements: Statement[]) => statements.flatMap(({ Action }) => Action).toSorted();
  expect(actions(granted)).toEqual(actions(asked));
});
