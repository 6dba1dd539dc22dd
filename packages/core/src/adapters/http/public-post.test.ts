import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type NameServer, startNameServer } from "../../../../../tests/support/name-server.ts";
import {
  type Identity,
  loopbackPair,
  makeIdentity,
  type Receiver,
  startPlainReceiver,
  startRawReceiver,
  startReceiver,
} from "../../../../../tests/support/receivers.ts";
import { Secret } from "../../kit/secret.ts";
import { createPublicPost, defaultDeadlines, type PublicPostOptions } from "./public-post.ts";

const { open: host } = loopbackPair();
const url = "https://hooks.example.com:8443/services/T0KEN";

let identity: Identity;
let names: NameServer;
let receivers: Receiver[];

beforeAll(async () => {
  identity = await makeIdentity("DNS:hooks.example.com");
  names = await startNameServer(() => [host]);
});
afterAll(() => names.stop());
beforeEach(() => {
  receivers = [];
});
afterEach(async () => {
  for (const receiver of receivers) await receiver.stop();
});

/** So far away that only a deadline which a test sets can end anything. */
const farDeadlines = { name: 600_000, connect: 600_000, body: 600_000, all: 600_000 };

const webhooks = ({ deadlines, ...more }: Partial<PublicPostOptions> = {}) =>
  createPublicPost({
    version: "1.2.3",
    ownDomains: ["shardwatch.example"],
    letThrough: [],
    nameServers: [names.address],
    ca: identity.ca,
    isAllowed: (address) => address === host,
    deadlines: { ...farDeadlines, ...deadlines },
    ...more,
  });

const post = (more: Partial<PublicPostOptions> = {}, to = url) =>
  webhooks(more).post({ url: new Secret(to), headers: { "webhook-id": "msg_1" }, body: '{"a":"ü"}' });

async function receive(listener: RequestListener): Promise<void> {
  receivers.push(await startReceiver(host, identity, listener));
}

test("CHN02 the body arrives as it is, with its headers, our name, and no connection that is kept", async () => {
  let seen: Pick<IncomingMessage, "method" | "url" | "headers"> | undefined;
  let body = "";
  await receive((request, response) => {
    seen = request;
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => response.writeHead(204).end());
  });
  expect(await post()).toEqual({
    outcome: "answered",
    status: 204,
    retryAfter: undefined,
    excerpt: "",
    milliseconds: expect.any(Number) as number,
  });
  expect(body).toBe('{"a":"ü"}');
  expect(seen).toMatchObject({ method: "POST", url: "/services/T0KEN" });
  expect(seen?.headers).toEqual({
    host: "hooks.example.com:8443",
    "content-type": "application/json",
    "content-length": "10",
    "user-agent": "Shardwatch/1.2.3",
    "accept-encoding": "identity",
    "webhook-id": "msg_1",
    connection: "close",
  });
  expect(names.questions.slice(-2).toSorted()).toEqual(["hooks.example.com A", "hooks.example.com AAAA"]);
});

test.each([
  [410, undefined],
  [429, "120"],
  [503, "Wed, 21 Oct 2026 07:28:00 GMT"],
])("CHN03 status %i and Retry-After %s arrive as they were sent", async (status, retryAfter) => {
  await receive((_, response) =>
    response.writeHead(status, retryAfter ? { "retry-after": retryAfter } : {}).end("no"),
  );
  expect(await post()).toMatchObject({ outcome: "answered", status, retryAfter, excerpt: "no" });
});

test("CHN03 of the answer 1 KB is kept, without control characters", async () => {
  await receive((_, response) => response.end(`\u001b[31mred\u0000\u202e\r\nnext ${"ü".repeat(600)}`));
  const { excerpt } = (await post()) as { excerpt: string };
  expect(excerpt).toMatch(/^\[31mred {1,2}next ü+$/);
  expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(1_024);
  expect(excerpt.length).toBeGreaterThan(500);
});

test("CHN04 a long Retry-After is cut", async () => {
  await receive((_, response) => response.writeHead(429, { "retry-after": "9".repeat(5_000) }).end());
  expect(await post()).toMatchObject({ retryAfter: "9".repeat(64) });
});

test("CHN05 a compressed answer is not decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000, "x"));
  await receive((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(bomb);
  });
  expect(await post()).toMatchObject({ status: 200, excerpt: "" });
});

test("CHN05 of an endless answer little is read, and its status counts at once", async () => {
  let closed = false;
  await receive((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(65_536)), 1);
    response.on("close", () => {
      closed = true;
      clearInterval(timer);
    });
  });
  expect(await post()).toMatchObject({ outcome: "answered", status: 200, excerpt: "x".repeat(1_024) });
  await expect.poll(() => closed).toBe(true);
});

test("CHN05 an answer that drips is cut after its time, and one that breaks off has its status", async () => {
  await receive((request, response) => {
    response.writeHead(202);
    response.write("drop");
    if (request.headers["webhook-id"] === "break") setTimeout(() => response.destroy(), 20);
  });
  const deadlines = { body: 150 };
  expect(await post({ deadlines })).toMatchObject({ status: 202, excerpt: "drop" });
  const broken = { url: new Secret(url), headers: { "webhook-id": "break" }, body: "" };
  expect(await webhooks().post(broken)).toMatchObject({ status: 202, excerpt: "drop" });
});

const late = "the receiver did not answer in time";
const stuck: [what: string, write: (socket: { write(text: string): unknown }) => void, reason: string][] = [
  ["says nothing", () => undefined, late],
  ["drips its headers", (socket) => void socket.write("HTTP/1.1 200 OK\r\nx-slow: "), late],
  [
    "floods with headers",
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1_000)}\r\n`.repeat(20)}\r\n`),
    "the headers of the answer are too large",
  ],
  [
    "floods with interim answers",
    (socket) => void socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(6)),
    "the receiver sent too many interim answers",
  ],
  [
    "changes the protocol",
    (socket) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    "the receiver closed the connection without an answer",
  ],
  ["does not speak HTTP", (socket) => void socket.write("220 mail ESMTP\r\n"), "the answer is not HTTP"],
];

test.each(stuck)("CHN05 a receiver that %s fails within its time", async (_, write, reason) => {
  receivers.push(await startRawReceiver(host, identity, write));
  const deadlines = reason === late ? { all: 400 } : {};
  expect(await post({ deadlines })).toMatchObject({ outcome: "failed", reason });
});

test("CHN05 a receiver that accepts the connection but not its handshake is given up on", async () => {
  const mute = createServer((socket) => socket.on("error", () => undefined)).listen(8443, host);
  await once(mute, "listening");
  const answer = await post({ deadlines: { connect: 200 } });
  expect(answer).toMatchObject({
    outcome: "failed",
    reason: "the receiver did not accept the connection in time",
  });
  mute.close();
});

test("CHN05 a name that no server resolves is given up on at its deadline", async () => {
  const silent = await startNameServer(() => "silence");
  const ended: number[] = [];
  const resolve = async (name: number) => {
    const answer = await post({ nameServers: [silent.address], deadlines: { name } });
    ended.push(name);
    return answer;
  };
  for (const answer of await Promise.all([resolve(1_000), resolve(200)]))
    expect(answer).toMatchObject({
      outcome: "failed",
      reason: "the receiver's name could not be resolved in time",
    });
  expect(ended).toEqual([200, 1_000]);
  await silent.stop();
});

test("CHN05 a name has 2 s, a connection 3 s, an answer 15 s in all, and the rest of its body 1 s", () => {
  expect(defaultDeadlines).toEqual({ name: 2_000, connect: 3_000, body: 1_000, all: 15_000 });
});

test.each([
  ["nobody listens", "the receiver refused the connection", url],
  [
    "the certificate is for another name",
    "the receiver's certificate is for another name",
    url.replace("hooks", "other"),
  ],
])("CHN03 where %s, the reason is one sentence without the address", async (what, reason, to) => {
  if (what !== "nobody listens") await receive((_, response) => response.end());
  const answer = await post({}, to);
  expect(answer).toMatchObject({ outcome: "failed", reason });
  expect(JSON.stringify(answer)).not.toContain("T0KEN");
});

test("CHN04 a certificate of an unknown authority is refused, whatever the environment says", async () => {
  await receive((_, response) => response.end());
  const other = await makeIdentity("DNS:hooks.example.com");
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  const answer = await post({ ca: other.ca });
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  expect(answer).toMatchObject({ outcome: "failed" });
  expect((answer as { reason: string }).reason).toMatch(/certificate|TLS/);
});

test("CHN08 an origin that is let through needs neither TLS nor a public address", async () => {
  const plain = await startPlainReceiver((_, response) => response.end("got it"));
  receivers.push(plain);
  const origin = `http://localhost:${plain.port}`;
  expect(await post({ letThrough: [origin] }, `${origin}/receiver/1`)).toMatchObject({
    status: 200,
    excerpt: "got it",
  });
  expect(await post({}, `${origin}/receiver/1`)).toMatchObject({ outcome: "refused" });
});
