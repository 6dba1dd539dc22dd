import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The status that an address answers with; undefined when it does not answer. */
export const statusOf = async (url: string): Promise<number | undefined> =>
  await fetch(url).then(
    (answer) => answer.status,
    () => undefined,
  );

/**
 * A free port that no outgoing connection gets by chance, also while a server is replaced: it is below those that
 * Linux gives to them.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const [port, probe] = [randomInt(20_000, 30_000), createServer()];
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, () => resolve(true));
    });
    probe.close();
    if (isFree) return port;
  }
}

/** Waits until something holds. Throws with what it waited for when it hangs. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: () => string,
  deadline = 60_000,
): Promise<void> {
  for (const end = Date.now() + deadline; Date.now() < end; await sleep(50)) if (await holds()) return;
  throw new Error(`waited in vain until ${what()}`);
}
