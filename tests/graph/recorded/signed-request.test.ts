import { expect, test } from "vitest";
import { callsOf, readSigned } from "./signed-request.ts";

const place = "eu-central-1:123456789012";
const table = `arn:aws:dynamodb:${place}:table/rows`;

/** What IAM decides about a request of the API. */
async function decided(service: string, target: string, body: object | string, path = "/") {
  const authorization = `AWS4-HMAC-SHA256 Credential=ASIAAPI/20260301/eu-central-1/${service}/aws4_request, …`;
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { authorization: encodeURI(authorization), ...(target && { "x-amz-target": target }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const signed = await readSigned(request);
  expect(signed.accessKeyId).toBe("ASIAAPI");
  return callsOf(signed, "123456789012").map(({ action, resource }) => [action, resource]);
}

test("R19 a transaction needs the rights of its items, and each of them on its own table", async () => {
  const items = [
    { Put: { TableName: "rows" } },
    { Update: { TableName: "rows" } },
    { Delete: { TableName: "rows" } },
    { ConditionCheck: { TableName: "others" } },
  ];
  expect(await decided("dynamodb", "DynamoDB_20120810.TransactWriteItems", { TransactItems: items })).toEqual(
    [
      ["dynamodb:PutItem", table],
      ["dynamodb:UpdateItem", table],
      ["dynamodb:DeleteItem", table],
      ["dynamodb:ConditionCheckItem", table.replace("rows", "others")],
    ],
  );
});

test.each([
  ["Query", { TableName: "rows" }, "dynamodb:Query", table],
  ["Query", { TableName: "rows", IndexName: "gsi1" }, "dynamodb:Query", `${table}/index/gsi1`],
  ["BatchGetItem", { RequestItems: { rows: {} } }, "dynamodb:BatchGetItem", table],
])("R19 a %s of %j needs %s", async (operation, body, action, resource) => {
  expect(await decided("dynamodb", `DynamoDB_20120810.${operation}`, body)).toEqual([[action, resource]]);
});

test("R19 a call to a queue, a role or a function needs the right on that one", async () => {
  const QueueUrl = "https://sqs.eu-central-1.amazonaws.com/123456789012/Jobs";
  expect(await decided("sqs", "AmazonSQS.SendMessageBatch", { QueueUrl })).toEqual([
    ["sqs:SendMessage", `arn:aws:sqs:${place}:Jobs`],
  ]);
  const role = "arn:aws:iam::111122223333:role/ShardwatchReadOnly";
  const form = new URLSearchParams({ Action: "AssumeRole", RoleArn: role }).toString();
  expect(await decided("sts", "", form)).toEqual([["sts:AssumeRole", role]]);
  expect(await decided("lambda", "", {}, "/2015-03-31/functions/try-roles/invocations")).toEqual([
    ["lambda:InvokeFunction", `arn:aws:lambda:${place}:function:try-roles`],
  ]);
  const mail = { FromEmailAddress: "Shardwatch <alerts@mail.example>" };
  expect(await decided("ses", "", mail, "/v2/email/outbound-emails")).toEqual([
    ["ses:SendEmail", `arn:aws:ses:${place}:identity/mail.example`],
  ]);
});

test("a service whose rights are unknown is a fault", async () => {
  await expect(decided("sns", "", "Action=Publish")).rejects.toThrow("sns");
});
