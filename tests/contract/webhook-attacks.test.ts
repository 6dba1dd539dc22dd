import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isPublicAddress } from "@shardwatch/core/adapters/http/public-address";
import { createPublicPost, type PublicPostOptions } from "@shardwatch/core/adapters/http/public-post";
import { Secret } from "@shardwatch/core/kit/secret";
import type { WebhookAnswer } from "@shardwatch/core/ports/webhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type NameAnswer, type NameServer, startNameServer } from "../support/name-server.ts";
import {
  type Identity,
  loopbackPair,
  makeIdentity,
  type Receiver,
  startPlainReceiver,
  startReceiver,
} from "../support/receivers.ts";
import { refusedAddresses } from "../support/refused-addresses.ts";
import { patientPost } from "../support/patience.ts";

// `open` stands for the public internet. A connection to `closed` is what an attacker wants.
const { open, closed } = loopbackPair();
const path = "/services/T0KEN";

let identity: Identity;
let names: NameServer;
let answerTo: (name: string, before: number) => NameAnswer;
let inside: Receiver;
let receivers: Receiver[];

beforeAll(async () => {
  identity = await makeIdentity("DNS:*.example.com");
  inside = await startReceiver(closed, identity, (_, response) => response.end("from inside"));
});
afterAll(() => inside.stop());
beforeEach(async () => {
  answerTo = () => [open];
  names = await startNameServer((name, before) => answerTo(name, before));
  inside.connections = 0;
  receivers = [];
});
afterEach(async () => {
  await names.stop();
  for (const receiver of receivers) await receiver.stop();
});

async function outside(listener: Parameters<typeof startReceiver>[2]): Promise<Receiver> {
  const receiver = await startReceiver(open, identity, listener);
  receivers.push(receiver);
  return receiver;
}

const sendTo = (url: string, more: Partial<PublicPostOptions> = {}): Promise<WebhookAnswer> =>
  createPublicPost({
    version: "test",
    ownDomains: ["shardwatch.example"],
    letThrough: ["http://localhost:4006"],
    nameServers: [names.address],
    ca: identity.ca,
    isAllowed: (address) => address === open,
    deadlines: patientPost,
    ...more,
  }).post({ url: new Secret(url), headers: {}, body: "{}" });

const hook = `https://hooks.example.com:8443${path}`;
const refusal = { outcome: "refused", reason: "the receiver's name has an address that is not public" };

/** One spelling of each fault: the rules themselves are tested where they are, at all spellings. */
const oneOfEachFault = [...new Map(refusedAddresses.map((one) => [one[1], one])).values()];

test.each(oneOfEachFault)(
  "CHN04 R20 %j is refused at send, and no name is resolved",
  async (spelling, fault) => {
    const answer = await sendTo(spelling);
    expect(answer.outcome).toBe("refused");
    expect((answer as { reason: string }).reason).toContain(fault);
    expect(names.questions).toEqual([]);
  },
);

// One bad address refuses all, in both orders and across families.
test.each([
  ["93.184.216.34", "::1"],
  ["127.0.0.1", "2606:4700::1111"],
])("CHN04 R20 a name with the addresses %s %s is refused by the real rules", async (...addresses) => {
  answerTo = () => addresses;
  expect(await sendTo(hook, { isAllowed: isPublicAddress })).toMatchObject(refusal);
  expect(inside.connections).toBe(0);
});

test("CHN04 R20 a resolver that answers public first and loopback next has no moment: one look-up a delivery", async () => {
  await outside((_, response) => response.end("from outside"));
  answerTo = (_, before) => (before === 0 ? [open] : [closed]);
  expect(await sendTo(hook)).toMatchObject({ status: 200, excerpt: "from outside" });
  expect(names.questions.toSorted()).toEqual(["hooks.example.com A", "hooks.example.com AAAA"]);
  expect(await sendTo(hook)).toMatchObject(refusal);
  expect(inside.connections).toBe(0);
});

test("CHN04 an address that is not allowed any more when the connection is open gets nothing", async () => {
  let requests = 0;
  await outside((_, response) => {
    requests += 1;
    response.end();
  });
  let asked = 0;
  const answer = await sendTo(hook, { isAllowed: () => (asked += 1) === 1 });
  expect(answer).toMatchObject({
    outcome: "refused",
    reason: "the connection leads to an address that is not public",
  });
  expect(requests).toBe(0);
});

test.each([301, 302, 303, 307, 308])(
  "CHN04 R20 a redirect %i to loopback is an answer and not followed",
  async (status) => {
    for (const location of [
      `https://inside.example.com:8443/`,
      `https://${closed}:8443/`,
      `//${closed}:8443/`,
      "http://169.254.169.254/latest/meta-data/",
    ]) {
      const receiver = await outside((_, response) => response.writeHead(status, { location }).end());
      answerTo = (name) => [name.startsWith("inside") ? closed : open];
      expect(await sendTo(hook)).toMatchObject({ outcome: "answered", status });
      await receivers.pop()?.stop();
      expect(receiver.connections).toBe(1);
    }
    expect(inside.connections).toBe(0);
    expect(names.questions.some((question) => question.startsWith("inside"))).toBe(false);
  },
);

test.each<[what: string, answer: NameAnswer, reason: string]>([
  ["no addresses", [], "the receiver's name has no address"],
  ["a failure", "servfail", "the receiver's name could not be resolved"],
])("CHN04 a name with %s is a failed delivery", async (_, answer, reason) => {
  answerTo = () => answer;
  expect(await sendTo(hook)).toMatchObject({ outcome: "failed", reason });
});

test("CHN04 no environment variable puts a proxy in between", async () => {
  await outside((_, response) => response.end("direct"));
  const proxy = await startPlainReceiver((_, response) => response.end("by proxy"));
  receivers.push(proxy);
  const script = `
    import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
    import { Secret } from "@shardwatch/core/kit/secret";
    const { names, open, hook } = JSON.parse(process.env.INPUT);
    const webhooks = createPublicPost({ version: "test", ownDomains: [], letThrough: [], nameServers: [names],
      ca: process.env.CA, isAllowed: (address) => address === open });
    console.log(JSON.stringify(await webhooks.post({ url: new Secret(hook), headers: {}, body: "{}" })));`;
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: import.meta.dirname,
    env: {
      INPUT: JSON.stringify({ names: names.address, open, hook }),
      CA: identity.ca.toString(),
      NODE_USE_ENV_PROXY: "1",
      HTTPS_PROXY: proxyUrl,
      https_proxy: proxyUrl,
      ALL_PROXY: proxyUrl,
    },
  });
  expect(JSON.parse(stdout)).toMatchObject({ status: 200, excerpt: "direct" });
  expect(proxy.connections).toBe(0);
});

test("CHN05 a hundred hanging deliveries of one receiver do not delay another's", async () => {
  await outside((request, response) => {
    if (request.url === "/quick") response.end("quick");
  });
  // The order counts and not the time: none of the hundred ends before the receiver does.
  let ended = 0;
  const hanging = Array.from({ length: 100 }, async () => {
    const answer = await sendTo(hook);
    ended += 1;
    return answer;
  });
  const quick = await sendTo("https://other.example.com:8443/quick");
  expect(ended).toBe(0);
  expect(quick).toMatchObject({ status: 200, excerpt: "quick" });
  await receivers.pop()?.stop();
  for (const answer of await Promise.all(hanging)) expect(answer.outcome).toBe("failed");
});

test("CHN01 no answer contains a part of the address", async () => {
  await outside((_, response) => response.destroy());
  const answers = [
    await sendTo(hook),
    await sendTo(`https://none.example.com:8443${path}`, { ca: "" }),
    await sendTo(`https://hooks.other.example:8443${path}`),
    await sendTo(`https://127.0.0.1${path}`),
    await sendTo(`https://user@hooks.example.com${path}`),
  ];
  for (const answer of answers) {
    expect(answer.outcome).not.toBe("answered");
    expect(JSON.stringify(answer)).not.toMatch(/T0KEN|example\.com:8443/);
  }
});

test("CHN01 a receiver that repeats the path of the address does not put it into the log", async () => {
  const token = "xoxb-0123456789abcdef";
  await outside((request, response) => {
    const { url = "" } = request;
    response.writeHead(404).end(`Cannot POST ${url}, ${JSON.stringify({ path: url.split("/") })}`);
  });
  const answer = await sendTo(`https://hooks.example.com:8443/services/T0KEN/${token}?key=${token}%20`);
  expect(answer).toMatchObject({ status: 404, excerpt: expect.stringContaining("Cannot POST …") as string });
  expect(JSON.stringify(answer)).not.toContain(token);
});
