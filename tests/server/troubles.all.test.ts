import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import type { DeliveryList } from "@shardwatch/core/contract/channel/delivery";
import { startDatabase } from "@shardwatch/server/database/database";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ownPort } from "../support/ports.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { newFolder, signIn, startIn, until } from "./process.ts";

/*
 * Rows of "What goes wrong, and how it looks" in docs/operating.md that no other test sees. Those about the data folder,
 * the vault key, probes, proxies and backups are in the files of these names.
 */

const page = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** Expects that the page has a row with this text. */
const expectNamed = (text: string) => expect(page).toContain(text);

describe("SLF08 what goes wrong looks as the operator's page says", { timeout: 300_000 }, () => {
  const tableAt = (endpoint: string, accessKeyId: string, name: string) => ({
    TABLE_NAME: name,
    AWS_REGION: "eu-central-1",
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: "local",
  });

  test("a database that refuses the credentials", async () => {
    const port = await ownPort();
    const refusing = createServer((request, answer) => {
      request.resume();
      answer.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
      answer.end(JSON.stringify({ __type: "UnrecognizedClientException", message: "The token is invalid." }));
    }).listen(port, "127.0.0.1");
    await once(refusing, "listening");
    onTestFinished(() => void refusing.close());
    expectNamed("`TABLE_NAME: the table … can't be used`");
    const settings = tableAt(`http://127.0.0.1:${port}`, "wrong", "shardwatch");
    await expect(startIn(newFolder(), provider, settings)).rejects.toThrow(
      /TABLE_NAME: the table "shardwatch" at \S+ can't be used\. .*The token is invalid/,
    );
  });

  test("a table of something else", async () => {
    const database = await startDatabase({});
    onTestFinished(() => database.stop());
    const client = database.client();
    await client.send(
      new CreateTableCommand({
        TableName: "another",
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    client.destroy();
    expectNamed("`TABLE_NAME: the table … has the keys …`");
    const settings = tableAt(database.endpoint, database.accessKeyId, "another");
    await expect(startIn(newFolder(), provider, settings)).rejects.toThrow(
      'TABLE_NAME: the table "another" has the keys id (HASH)',
    );
  });

  test("a public address that is not the one in the browser", async () => {
    const server = await startIn(newFolder(), provider);
    const admin = await signIn(server, provider, "admin@example.com");
    expect((await admin.call("GET", "/deployments")).status).toBe(200);
    const headers = { origin: "https://the-browser-shows.example", "content-type": "application/json" };
    const answer = await fetch(`${server.apiUrl}/auth/login`, { method: "POST", headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "FOREIGN_ORIGIN" });
    expectNamed("403 `FOREIGN_ORIGIN`");
  });

  test("mails without a mail server, and a webhook in one's own network that nobody let through", async () => {
    const server = await startIn(newFolder(), provider);
    const { call } = await signIn(server, provider, "admin@example.com");
    const { channels } = (await (await call("GET", "/channels")).json()) as { channels: { id: string }[] };
    const mail = `/channels/${channels[0]?.id}`;
    expect((await call("POST", `${mail}/test`)).status).toBe(202);
    const reasons = async () => {
      const { deliveries } = (await (await call("GET", `${mail}/deliveries`)).json()) as DeliveryList;
      return deliveries.flatMap(({ attempts }) => attempts.map(({ reason }) => reason));
    };
    await until(async () => (await reasons()).length > 0, "the mail was tried");
    expect(await reasons()).toEqual(["no mail server is set in SMTP_URL"]);
    expectNamed("| no mails ");
    const hook = { kind: "webhook", name: "Team", url: "http://127.0.0.1:8000/team" };
    const refused = await call("POST", "/channels", hook);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/public|https/i);
    expectNamed("only public https addresses are allowed");
  });
});
