import { tableSchema, timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { expect, test } from "vitest";
import { optionalSettings } from "./evaluate/cases.ts";
import { evaluated, functionsOf, resourceOf } from "./graph.ts";

const { production, preview, everySetting } = evaluated;
const tableOf = (stage: typeof production) => resourceOf(stage, "aws:dynamodb/table:Table", "TableTable");
const keyOf = (stage: typeof production) => resourceOf(stage, "aws:kms/key:Key");

test("the table has the keys, the index and the expiry of the one that tests run on", () => {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = tableSchema("any");
  const { attributes, hashKey, rangeKey, globalSecondaryIndexes, ttl, billingMode } = tableOf(production)
    .inputs as {
    attributes: { name: string; type: string }[];
    hashKey: string;
    rangeKey: string;
    globalSecondaryIndexes: { name: string; hashKey: string; rangeKey: string; projectionType: string }[];
    ttl: object;
    billingMode: string;
  };
  const schemaOf = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  expect(attributes.map(({ name, type }) => ({ AttributeName: name, AttributeType: type }))).toEqual(
    AttributeDefinitions,
  );
  expect(schemaOf(hashKey, rangeKey)).toEqual(KeySchema);
  expect(
    globalSecondaryIndexes.map((index) => ({
      IndexName: index.name,
      KeySchema: schemaOf(index.hashKey, index.rangeKey),
      Projection: { ProjectionType: index.projectionType },
    })),
  ).toEqual(GlobalSecondaryIndexes);
  expect(ttl).toEqual({ attributeName: timeToLiveAttribute, enabled: true });
  expect(billingMode).toBe("PAY_PER_REQUEST");
});

test("SEC24 the table is backed up, and in production protected from deletion and from the end of its declaration", () => {
  for (const stage of [production, preview])
    expect(tableOf(stage).inputs).toMatchObject({ pointInTimeRecovery: { enabled: true } });
  expect(tableOf(production)).toMatchObject({
    retainOnDelete: true,
    inputs: { deletionProtectionEnabled: true },
  });
  expect(tableOf(preview)).toMatchObject({
    retainOnDelete: false,
    inputs: { deletionProtectionEnabled: false },
  });
});

test("SEC24 a restored table replaces the declared one in every function, and the declared one stays", () => {
  const { RESTORED_TABLE_NAME: restored } = optionalSettings;
  for (const [name, { variables, statements }] of Object.entries(functionsOf(everySetting))) {
    expect(variables["TABLE_NAME"], name).toBe(restored);
    const tables = statements.flatMap(({ Resource }) => Resource).filter((arn) => arn.includes(":dynamodb:"));
    for (const arn of tables) expect(arn).toMatch(new RegExp(`:table/${restored}(/index/gsi1)?$`));
  }
  expect(tableOf(everySetting).inputs).toEqual({
    ...tableOf(production).inputs,
    name: expect.any(String) as string,
  });
});

test("SEC01 the key of the customers' keys rotates, and in production outlives its declaration", () => {
  expect(keyOf(production)).toMatchObject({
    protect: true,
    retainOnDelete: true,
    inputs: { enableKeyRotation: true, deletionWindowInDays: 30 },
  });
  expect(keyOf(preview)).toMatchObject({
    protect: false,
    retainOnDelete: false,
    inputs: { enableKeyRotation: true },
  });
});
