import { createSesMailer } from "@shardwatch/core/adapters/aws/ses-mailer";
import { work } from "@shardwatch/functions/jobs/work";
import { createSesSimulator } from "@shardwatch/local/simulators/aws/ses";
import { ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { createMailbox, type Mailbox } from "@shardwatch/local/simulators/mailbox";
import { expect } from "vitest";
import { serve } from "./serve.ts";
import type { World } from "./world.ts";

/** A mail server, and who reads what it has got. */
export interface PostOffice {
  ses: ReturnType<typeof createSesSimulator>;
  mailbox: Mailbox;
  url: string;
  stop(): Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
  const mailbox = createMailbox(() => 0);
  const ses = createSesSimulator(mailbox);
  const server = await serve(ses.app.fetch);
  return { ses, mailbox, url: server.url, stop: () => server.stop() };
}

/** What a world mails from now on. */
export class Post {
  readonly #world: World;
  readonly #office: PostOffice;
  #seen = 0;

  /** Has the world mail links through this post office. */
  constructor(world: World, office: PostOffice) {
    this.#world = world;
    this.#office = office;
    world.services.settings.mailsLinks = true;
    world.services.mailer = createSesMailer({
      from: "Shardwatch <alerts@shardwatch.example>",
      region: "eu-central-1",
      endpoint: office.url,
      credentials: ourCredentials,
    });
    this.forget();
  }

  /** Leaves out the mails of before. */
  forget(): void {
    this.#seen = this.#office.mailbox.all().length;
  }

  /** The message of the next job in the queue. */
  nextJob(): string {
    const next = this.#world.queue.take();
    if (!next) throw new Error("the queue is empty");
    return JSON.stringify(next.job);
  }

  /** Does what waits in the queue. Returns the mails, the oldest first. */
  async mails() {
    for (let next = this.#world.queue.take(); next; next = this.#world.queue.take())
      expect(await work(this.#world.services, JSON.stringify(next.job))).toBe(true);
    return this.sent();
  }

  /** The mails until now, the oldest first. */
  sent() {
    const all = this.#office.mailbox.all();
    return all.slice(0, all.length - this.#seen).toReversed();
  }

  /** The links of the mails, the oldest first. */
  async links(): Promise<{ url: string }[]> {
    return (await this.mails()).map(({ text }) => linkIn(text));
  }
}

export const linkIn = (text: string | undefined) => ({
  url: /http\S+#[\w-]{43}/.exec(text ?? "")?.[0] ?? "",
});
