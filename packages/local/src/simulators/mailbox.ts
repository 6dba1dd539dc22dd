import { keep } from "./provider/keep.ts";

/** A mail that was sent to somebody. */
export interface ReceivedMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  sentAt: string;
}

/** Older ones are forgotten. */
const most = 200;

/**
 * Everybody's mails on one machine.
 * @param file keeps them over a restart; in memory without it
 */
export function createMailbox(now: () => number, file?: string) {
  const { state, save } = keep<{ count: number; mails: ReceivedMail[] }>({ count: 0, mails: [] }, file);
  return {
    add(mail: Omit<ReceivedMail, "id" | "sentAt">): string {
      state.count += 1;
      const id = String(state.count);
      state.mails = [{ id, ...mail, sentAt: new Date(now()).toISOString() }, ...state.mails].slice(0, most);
      save();
      return id;
    },
    /** The newest first. */
    all: (): readonly ReceivedMail[] => state.mails,
    find: (id: string): ReceivedMail | undefined => state.mails.find((mail) => mail.id === id),
  };
}

export type Mailbox = ReturnType<typeof createMailbox>;
