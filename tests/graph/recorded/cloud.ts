import { join } from "node:path";
import { EncryptCommand, KMSClient } from "@shardwatch/core/adapters/aws/clients";
import type { MadeLink } from "@shardwatch/core/contract/people/sign-in-link";
import type { Job } from "@shardwatch/core/contract/job";
import type { HttpResult } from "@shardwatch/functions/agent-report/http-event";
import { Cleanup } from "@shardwatch/server/machine/cleanup";
import { startDatabase } from "@shardwatch/server/database/database";
import { bundleFolder } from "../../../scripts/lib/bundle.mjs";
import { startOpenIdProvider, type TestOpenId } from "../../support/openid-provider.ts";
import { type Provider, startProvider } from "../../support/provider.ts";
import { type Integrations, startIntegrations } from "../../support/integrations/all.ts";
import { elastiCacheAt } from "../../support/integrations/elasticache.ts";
import { startWorld, webOrigin, type World } from "../../support/world.ts";
import { type Instance, recorded, start } from "../../infra/lambda.ts";
import { chosenRoute } from "../chosen-route.ts";
import { accessKeyOf, type RecordingAws, startRecordingAws } from "./aws.ts";
import type { Deployment } from "./deployment.ts";

/** The bundles, as they are deployed, beside everything that they call. */
export interface Cloud {
  /** Its API's routes are answered by the bundles; its services are the tests' own. */
  world: World;
  aws: RecordingAws;
  provider: Provider;
  /** A real OpenID provider, for the function that only its people need. */
  openId: TestOpenId;
  integrations: Integrations;
  /** Calls the function of the schedule. */
  tick(): Promise<void>;
  /** The same of the schedule of each minute. */
  minute(): Promise<void>;
  /** Calls the function that makes sign-in links. */
  makeLink(email: string): Promise<MadeLink>;
  /** Calls the function of a worker with one job. Throws when it is not done. */
  perform(worker: string, job: Job): Promise<void>;
  /** Seals a text as the release before did, in a context without a kind. */
  sealFormerly(text: string, id: string): Promise<string>;
  /** Delivers every queued message to the function that gets it, until none is left. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCloud(deployment: Deployment): Promise<Cloud> {
  const cleanup = new Cleanup();
  return await startEverything(deployment, cleanup).catch(async (error: unknown) => {
    await cleanup.stopAll();
    throw error;
  });
}

async function startEverything(deployment: Deployment, cleanup: Cleanup): Promise<Cloud> {
  const [first] = Object.values(deployment.functions);
  const database = await startDatabase({ tableName: first?.environment["TABLE_NAME"] ?? "" });
  cleanup.add(() => database.stop());
  const aws = await startRecordingAws(deployment, database, invoke);
  cleanup.add(() => aws.stop());
  const own = await startWorld({ database });
  own.services.settings.inviteAnyone = true;
  cleanup.add(() => own.stop());
  const provider = await startProvider();
  cleanup.add(() => provider.stop());
  const openId = await startOpenIdProvider({
    callbackUrl: `${webOrigin.replace("://", "://api.")}/auth/oidc/callback`,
    signedOutUrl: `${webOrigin}/`,
  });
  cleanup.add(() => openId.stop());
  const elasticache = elastiCacheAt({ ...aws, api: own.services.accounts.elasticache });
  const integrations = await startIntegrations({ elasticache });
  cleanup.add(() => integrations.stop());
  const elsewhere = {
    AWS_REGION: deployment.region,
    AWS_ENDPOINT_URL: aws.url,
    AWS_ENDPOINT_URL_LAMBDA: aws.url,
    AWS_ENDPOINT_URL_SESV2: aws.url,
    AWS_SECRET_ACCESS_KEY: "secret-of-the-role",
    WEB_ORIGIN: webOrigin,
    API_URL: "http://127.0.0.1:9",
    PROVIDER_API_URL: provider.apiUrl,
    ...integrations.environment,
  };
  const instances = new Map<string, Instance>();
  for (const [name, { environment }] of Object.entries(deployment.functions)) {
    // The evaluation has made it, as a deployment does.
    const file = join(bundleFolder, name, "index.mjs");
    const credentials = { AWS_ACCESS_KEY_ID: accessKeyOf(name) };
    const variables = { ...here(environment, aws.url), ...elsewhere, ...credentials };
    const instance = start(file, { ...variables, ...otherSignIn(name, openId) });
    instances.set(name, instance);
    cleanup.add(() => instance.stop().then(() => undefined));
  }

  async function invoke(name: string, event: object): Promise<unknown> {
    const instance = instances.get(name);
    if (!instance) throw new Error(`no function is named ${name}`);
    return await instance.call(event, own.clock.now());
  }

  /** Answers as the gateway does. */
  async function request(
    path: string | URL | Request,
    init: RequestInit = {},
    { clientAddress }: { clientAddress?: string } = {},
  ): Promise<Response> {
    const asked = path instanceof Request ? path : new Request(new URL(path, "http://localhost"), init);
    const { pathname } = new URL(asked.url);
    const { routes } = deployment;
    const name = routes[chosenRoute(Object.keys(routes), asked.method, pathname)] ?? "";
    return toResponse((await invoke(name, await eventOf(asked, clientAddress))) as HttpResult);
  }

  async function deliver(consumer: string, messages: readonly string[]): Promise<void> {
    const Records = messages.map((body, index) => ({ messageId: `message-${index}`, body }));
    const { batchItemFailures } = (await invoke(consumer, { Records })) as { batchItemFailures: object[] };
    if (batchItemFailures.length > 0)
      throw new Error(`${consumer} has not done ${JSON.stringify(batchItemFailures)} of its messages`);
  }

  async function drain(): Promise<void> {
    for (const [queue, consumer] of Object.entries(deployment.consumers)) {
      const messages = aws.takeMessages(queue);
      if (messages.length > 0) await deliver(consumer, messages);
    }
  }

  return {
    world: { ...own, app: Object.assign(own.app, { request }) },
    aws,
    provider,
    openId,
    integrations,
    tick: async () => void (await invoke("tick", {})),
    minute: async () => void (await invoke("minute", {})),
    makeLink: async (email) => (await invoke("sign-in-link", { email })) as MadeLink,
    perform: (worker, job) => deliver(worker, [JSON.stringify(job)]),
    sealFormerly: (text, id) => sealFormerly(deployment, aws, text, id),
    drain,
    stop: () => cleanup.stopAll(),
  };
}

const anybodyInvited = { INVITE_ANYONE: "on", MAILS_LINKS: "on" };

/** What lets the functions of the other ways in work: where people have a Redis Cloud account, they have nothing to do. */
function otherSignIn(name: string, openId: TestOpenId): Record<string, string> {
  if (name.startsWith("sign-in")) return { SIGN_IN: "links" };
  // It answers who wants a link by mail, too.
  if (name === "manage") return { SIGN_IN: "links", ...anybodyInvited };
  if (name !== "openid") return anybodyInvited;
  return {
    PROVIDER_API_URL: "",
    OIDC_ISSUER: openId.issuer,
    OIDC_CLIENT_ID: openId.clientId,
    OIDC_CLIENT_SECRET: openId.clientSecret,
    SUPER_ADMIN_EMAILS: "first@example.com",
  };
}

/** As the code of `manage` before this release, which runs until its own update: its right has to allow it. */
async function sealFormerly(
  { region, functions }: Deployment,
  { url }: RecordingAws,
  text: string,
  integration: string,
): Promise<string> {
  const credentials = { accessKeyId: accessKeyOf("manage"), secretAccessKey: "secret-of-the-role" };
  const client = new KMSClient({ region, endpoint: url, credentials });
  const { CiphertextBlob = new Uint8Array() } = await client.send(
    new EncryptCommand({
      KeyId: functions["manage"]?.environment["VAULT_KEY_ID"],
      Plaintext: Buffer.from(text),
      EncryptionContext: { application: "shardwatch", integration },
    }),
  );
  client.destroy();
  return Buffer.from(CiphertextBlob).toString("base64");
}

/** The SDK asks a queue at the host of its address, so that one is replaced too. */
const here = (environment: Record<string, string>, url: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^https:\/\/sqs\.[^/]+(?=\/)/, url),
    ]),
  );

/** A request as the gateway passes it on. */
async function eventOf(request: Request, sourceIp?: string): Promise<object> {
  const { pathname, search } = new URL(request.url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  const event = recorded("health");
  const context = event.requestContext;
  const body = await request.text();
  return {
    ...event,
    headers,
    rawPath: pathname,
    rawQueryString: search.slice(1),
    // Outside of one machine the name of our cookie is another one.
    cookies: cookie?.replace(/(?<!-)shardwatch_session=/, "__Host-shardwatch_session=").split("; ") ?? [],
    requestContext: {
      ...context,
      http: { ...context.http, method: request.method, path: pathname, ...(sourceIp && { sourceIp }) },
    },
    ...(body !== "" && { body }),
  };
}

/** An answer, with its cookies as Hono gives them to API Gateway. */
function toResponse(answer: HttpResult & { cookies?: string[] }): Response {
  const { statusCode: status, headers, body, isBase64Encoded = false, cookies = [] } = answer;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const response = new Response(bytes.length > 0 ? bytes : null, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
