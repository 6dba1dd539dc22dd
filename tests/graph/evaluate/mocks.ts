import type { Mocks, ResourceArgs } from "./platform.ts";

export const accountId = "123456789012";
export const region = "eu-central-1";

/** A resource as the program declared it. */
export interface Resource {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  protect?: boolean;
  retainOnDelete?: boolean;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${accountId}:${rest}`;

/** What AWS would answer after the creation of a resource, where somebody reads more than its name and ARN. */
const answers: Record<string, (name: string, inputs: Record<string, unknown>) => Record<string, unknown>> = {
  "aws:acm/certificate:Certificate": (name, { domainName }) => ({
    domainValidationOptions: [
      {
        domainName,
        resourceRecordName: `_validate.${String(domainName)}`,
        resourceRecordType: "CNAME",
        resourceRecordValue: `${name}.acm-validations.aws`,
      },
    ],
  }),
  "aws:apigatewayv2/domainName:DomainName": (name, { domainNameConfiguration }) => ({
    domainNameConfiguration: {
      ...(domainNameConfiguration as object),
      targetDomainName: `${name}.execute-api.example`,
      hostedZoneId: "ZGATEWAY",
    },
  }),
  "aws:apigatewayv2/api:Api": (name) => ({
    apiEndpoint: `https://${name}.execute-api.example`,
    executionArn: arn("execute-api", name),
  }),
  "aws:cloudfront/distribution:Distribution": (name) => ({
    arn: `arn:aws:cloudfront::${accountId}:distribution/${name}`,
    domainName: `${name}.cloudfront.example`,
    hostedZoneId: "ZCLOUDFRONT",
  }),
  "aws:dynamodb/table:Table": (name) => ({ arn: arn("dynamodb", `table/${name}`) }),
  "aws:iam/role:Role": (name) => ({ arn: `arn:aws:iam::${accountId}:role/${name}` }),
  "aws:kms/key:Key": (name) => ({ arn: arn("kms", `key/${name}`) }),
  "aws:lambda/function:Function": (name) => ({
    arn: arn("lambda", `function:${name}`),
    invokeArn: arn("apigateway", `lambda:path/${name}`),
    qualifiedArn: arn("lambda", `function:${name}:1`),
  }),
  "aws:s3/bucket:Bucket": (name) => ({
    arn: `arn:aws:s3:::${name}`,
    bucket: name,
    bucketRegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
  }),
  "aws:sns/topic:Topic": (name) => ({ arn: arn("sns", name) }),
  "aws:sqs/queue:Queue": (name) => ({
    arn: arn("sqs", name),
    url: `https://sqs.${region}.amazonaws.com/${accountId}/${name}`,
  }),
  "pulumi-nodejs:dynamic:Resource": () => ({ zoneId: "ZONE" }),
};

/** Its name is the logical one: SST's physical names are random, and others that name it could not be compared. */
const stateOf = ({ type, name, inputs }: ResourceArgs) => ({
  ...inputs,
  name,
  arn: `arn:aws:mock:${region}:${accountId}:${type}/${name}`,
  ...answers[type]?.(name, inputs),
});

interface Statement {
  effect?: string;
  actions?: string[];
  resources?: string[];
  principals?: { type: string; identifiers: string[] }[];
  conditions?: { test: string; variable: string; values: string[] }[];
}

/** A policy document with every list as a list. */
const documentOf = (statements: readonly Statement[]) => ({
  Version: "2012-10-17",
  Statement: statements.map(({ effect = "Allow", actions, resources, principals, conditions }) => ({
    Effect: effect,
    Action: actions ?? [],
    Resource: resources ?? [],
    ...(principals && {
      Principal: Object.fromEntries(principals.map(({ type, identifiers }) => [type, identifiers])),
    }),
    ...(conditions && {
      // Conditions of one operator are one object: a second one must not take the place of the first.
      Condition: Object.fromEntries(
        [...Map.groupBy(conditions, ({ test }) => test)].map(([test, all]) => [
          test,
          Object.fromEntries(all.map(({ variable, values }) => [variable, values])),
        ]),
      ),
    }),
  })),
});

/** What the program asks AWS for before it creates anything. */
const data: Record<string, (inputs: Record<string, unknown>) => Record<string, unknown>> = {
  "aws:iam/getPolicyDocument:getPolicyDocument": (inputs) => ({
    ...inputs,
    json: JSON.stringify(documentOf((inputs["statements"] ?? []) as Statement[])),
  }),
  "aws:index/getCallerIdentity:getCallerIdentity": () => ({
    accountId,
    arn: `arn:aws:iam::${accountId}:root`,
  }),
  "aws:index/getPartition:getPartition": () => ({ partition: "aws", dnsSuffix: "amazonaws.com" }),
  "aws:index/getRegion:getRegion": () => ({ region, name: region, id: region }),
};

/** Notes every resource that is declared, and answers in AWS's place. */
export function createMocks(resources: Resource[]): Mocks {
  return {
    newResource(args) {
      const { type, name, inputs, id } = args;
      resources.push({ type, name, inputs });
      return { id: id || name, state: stateOf({ ...args, name: id || name }) };
    },
    call({ token, inputs }) {
      const answer = data[token];
      if (!answer)
        throw new Error(`The program asks for ${token}, which tests/graph/evaluate/mocks.ts does not know`);
      return answer(inputs);
    },
  };
}
