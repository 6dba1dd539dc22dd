/** A mail to one person. */
export interface OutgoingMail {
  /** One address, such as "pat@example.com". */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside sender, recipient, subject and type, which the adapter sets. The values are printable ASCII. */
  headers: Readonly<Record<string, string>>;
}

export type MailAnswer = { milliseconds: number } & (
  | { outcome: "sent" }
  /** This mail is never sent as it is, such as one to something that is no address. */
  | { outcome: "refused"; reason: string }
  /** It was not sent now. The reason is in our own words and names neither the address nor a password. */
  | { outcome: "failed"; reason: string }
);

/** Sends mails. "Sent" means that the next server has taken over the mail. */
export interface Mailer {
  /** Never throws; waits a bounded time. */
  send(mail: OutgoingMail): Promise<MailAnswer>;
}
