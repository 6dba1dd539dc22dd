import type { Page, Request } from "@playwright/test";
import type { Place } from "./place.ts";

/** Sets the provider's behaviour, like its control page; see /control/state of the simulator. */
export async function setProvider(
  { providerUrl }: Place,
  state: Record<string, string | number>,
): Promise<void> {
  const answer = await fetch(`${providerUrl}/control/state`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(state),
  });
  if (!answer.ok) throw new Error(`the provider's control answered ${answer.status}`);
}

/** The link in the provider's mail to this email address. */
export async function activationLink({ providerUrl }: Place, email: string): Promise<string> {
  const { mails } = (await (await fetch(`${providerUrl}/inbox.json`)).json()) as {
    mails: { to: string; link: string }[];
  };
  const mail = mails.find(({ to }) => to === email);
  if (!mail) throw new Error(`no mail was sent to ${email}`);
  return mail.link;
}

/** The mails that Shardwatch has sent. */
export async function sentMails({ providerUrl }: Place): Promise<{ to: string; text: string }[]> {
  const inbox = await fetch(`${providerUrl}/inbox.json`);
  return ((await inbox.json()) as { messages: { to: string; text: string }[] }).messages;
}

/** Collects the page's requests from now on. A typeface may come at any time after the page. */
export function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (request.resourceType() !== "font") requests.push(request);
  });
  return requests;
}

/** The query of the page's address. */
export const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** The browser's validation message of a field; empty when it is valid. */
export const complaintOf = (page: Page, label: string) =>
  page
    .getByLabel(label)
    .evaluate((field) => (field as unknown as { validationMessage: string }).validationMessage);
