import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Fact, line, mailOfParts } from "../channel/messages/mail-body.ts";
import { mayMail } from "../channel/sending/mail.ts";
import type { MadeLink } from "../contract/people/sign-in-link.ts";
import { digest } from "../kit/hash.ts";
import { utcText } from "../kit/time.ts";

interface LinkMail {
  /** Whose mails are counted; null for nobody's. */
  organization: OrganizationId | null;
  to: string;
  /** The same for every attempt. */
  id: string;
  title: string;
  facts: readonly Fact[];
  advice: string;
  linkText: string;
  made: MadeLink;
}

/**
 * Mails a link. Returns whether the mail server took it. Throws when it failed for now, so that the job is repeated.
 * What others named is on one line.
 */
export async function sendLink(services: Services, mail: LinkMail): Promise<boolean> {
  const { organization, to, id, title, facts, advice, linkText, made } = mail;
  const { mailer, settings, log } = services;
  if (organization && !(await mayMail(services, organization, false))) {
    log.warn("a link is not mailed: the organization has sent enough mails in this hour", { id });
    return false;
  }
  const { hostname } = new URL(settings.webOrigin);
  const until = utcText(Date.parse(made.expiresAt));
  const answer = await mailer.send({
    to,
    ...mailOfParts({
      title: line(title, 150),
      facts: facts.map(([label, value]) => [label, line(value)]),
      members: [],
      more: 0,
      advice: ["", `The link works once, until ${until}. ${advice}`],
      command: "",
      link: made.url,
      linkText,
    }),
    headers: {
      // Says to other programs that they should not answer (RFC 3834).
      "Auto-Submitted": "auto-generated",
      "Message-ID": `<${digest(id).slice(0, 32)}@${hostname}>`,
    },
  });
  if (answer.outcome === "sent") return true;
  log.warn("a link is not mailed", { id, reason: answer.reason });
  if (answer.outcome === "failed") throw new Error(answer.reason);
  return false;
}
