import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { neverAnswer } from "../faults.ts";
import { receiverPage } from "./page.ts";
import { createReceivers, receiverSettings, type ReceiverState } from "./state.ts";
import { verify } from "./verify.ts";

/** Where a webhook can be pointed on one machine; each name behind it is a receiver of its own. */
export const receiversPath = "/receivers";

const settings = { form: "/:name/settings", json: "/:name/state" };
const nameForm = "{[a-z0-9-]{1,40}}";

/**
 * Receivers of webhooks on one machine: `POST /receivers/<name>` takes a message. The page shows what came and whether
 * its signature is right, and makes a receiver misbehave; `/receivers/state` has the same as JSON.
 */
export function receiversApp(now: () => number) {
  const receivers = createReceivers(now);
  const app = new Hono();
  const path = (end: string) => end.replace(":name", `:name${nameForm}`);

  app.get("/", (c) => c.html(receiverPage(receivers.all(), new URL(c.req.url).origin + receiversPath)));
  app.get("/state", (c) => c.json({ receivers: receivers.all().map(withVerdicts) }));

  app.post(path(settings.form), async (c) => {
    const to = apply(c.req.param("name") ?? "", await c.req.parseBody());
    return to ? c.redirect(receiversPath, 303) : c.text("These settings do not exist.", 400);
  });
  app.post(path(settings.json), async (c) => {
    const to = apply(c.req.param("name") ?? "", await c.req.json().catch(() => undefined));
    return to ? c.json(withVerdicts(to)) : c.json({ error: "unknown settings" }, 400);
  });

  app.post(path("/:name"), async (c) => {
    const to = receivers.receiver(c.req.param("name") ?? "");
    if (!to) return c.text("There are too many receivers.", 507);
    receivers.take(to, c.req.header(), await c.req.text());
    return await answer(c, to);
  });

  function apply(name: string, input: unknown): ReceiverState | undefined {
    const wanted = receiverSettings.safeParse(input);
    const to = wanted.success ? receivers.receiver(name) : undefined;
    return to && Object.assign(to, wanted.data);
  }

  return app;
}

const withVerdicts = ({ arrivals, secret, ...rest }: ReceiverState) => ({
  ...rest,
  arrivals: arrivals.map((arrival) => ({ ...arrival, verdict: verify(arrival, secret) })),
});

async function answer(c: Context, { fault, delayMs, retryAfter }: ReceiverState): Promise<Response> {
  switch (fault) {
    case "works":
      return c.text("received");
    case "slow":
      await sleep(delayMs);
      return c.text("received, late");
    case "hanging":
      return await neverAnswer(c);
    case "endless":
      return new Response(endless());
    case "500":
      return c.text("An error of the receiver's own", 500);
    case "410":
      return c.text("This webhook is gone", 410);
    case "429":
      return c.text("Too many messages", 429, { "retry-after": String(retryAfter) });
    case "redirect":
      return c.redirect(`${receiversPath}/elsewhere`, 307);
  }
}

/** Begins at once and comes slowly, so that nothing but a reader's own limits ends it. */
function endless(): ReadableStream {
  const chunk = new TextEncoder().encode("and so on ");
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(chunk);
      await sleep(50);
    },
  });
}
