import type { Log } from "./log.ts";
import type { Semaphore } from "./semaphore.ts";
import type { Reading, Source, Status } from "./sources/source.ts";

export interface Patience {
  /**
   * How long a report waits for a source, in milliseconds. It is longer than one connection attempt may take.
   */
  usual: number;
  /** The same for a source for which the last report waited longer than this. */
  brief: number;
  /**
   * A reading that does not end within this time counts as failed. It is longer than the longest deadline of
   * any source.
   */
  longest: number;
}

/** A reading of a check that is younger than this, in milliseconds, is good enough for a report. */
const recent = 2_000;

export const defaultPatience: Patience = { usual: 10_000, brief: 1_000, longest: 45_000 };

/**
 * One source with its last reading. The report in which it begins to hang waits for it, so that the fault
 * shows at once. The next reports do not wait and use the last finished reading. A large cluster that answers
 * after half a minute is reported in the same way, one report later.
 */
export class Watched {
  readonly #source: Source;
  readonly #semaphore: Semaphore;
  readonly #log: Log;
  readonly #patience: Patience;
  #last: Reading | undefined;
  #running: { done: Promise<void>; since: number } | undefined;
  #late = false;
  /** When a check read it, in milliseconds. A report just after it does not read it again. */
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** The status of the last report. */
  #reported: Status | undefined;

  constructor(source: Source, semaphore: Semaphore, log: Log, patience: Patience = defaultPatience) {
    this.#source = source;
    this.#semaphore = semaphore;
    this.#log = log;
    this.#patience = patience;
  }

  /** Called when the source's status may have changed. */
  set onAlarm(listener: () => void) {
    this.#source.onAlarm = listener;
  }

  get name(): string {
    return this.#source.name;
  }

  /** The status of the last report; undefined before the first one. */
  get reported(): Status | undefined {
    return this.#reported;
  }

  /** Whether the last reading has another status than the last report. */
  get changed(): boolean {
    return this.#last?.deployment.status !== this.#reported;
  }

  /** Reads the source beside its reports. Returns whether its status is another one than was reported. */
  async check(): Promise<boolean> {
    const running = (this.#running ??= { done: this.#read(), since: performance.now() });
    await running.done;
    this.#checkedAt = performance.now();
    return this.changed;
  }

  /**
   * The current data, once the reading or the waiting time has ended; undefined when no reading ever ended.
   * @param complete waits for the end of the reading, however long its own deadlines are
   */
  async reading(complete: boolean): Promise<Reading | undefined> {
    const { usual, brief, longest } = this.#patience;
    const begun = performance.now();
    if (begun - this.#checkedAt < recent) return this.#report();
    const running = (this.#running ??= { done: this.#read(), since: begun });
    const inTime = await within(running.done, complete ? undefined : this.#late ? brief : usual);
    if (!inTime && this.#last && begun - running.since >= longest)
      this.#last = unanswered(this.#last, longest);
    this.#late = !inTime || performance.now() - begun > brief;
    return this.#report();
  }

  #report(): Reading | undefined {
    const reading = this.#last;
    if (!reading) return undefined;
    this.#last = repeated(reading);
    this.#reported = reading.deployment.status;
    const commands = this.#source.sent.take();
    return { ...reading, deployment: { ...reading.deployment, commands } };
  }

  async #read(): Promise<void> {
    try {
      const reading = await this.#semaphore.run(() => this.#source.read());
      this.#last = withEvictionsOf(this.#last, reading);
    } catch (error) {
      // A defect of the source must not keep the others from being reported.
      const reason = error instanceof Error ? error.name : "unknown";
      this.#log.error("reading failed unexpectedly", { deployment: this.#source.name, reason });
      if (this.#last) this.#last = { deployment: failed(this.#last, "The agent failed to read it.") };
    } finally {
      this.#running = undefined;
    }
  }
}

/** The evictions that a check counted belong to the next report, whose reading counts from the check on. */
function withEvictionsOf(unreported: Reading | undefined, reading: Reading): Reading {
  const { databases, ...others } = reading.deployment;
  const before = new Map(unreported?.deployment.databases?.map(({ id, evicted }) => [id, evicted ?? 0]));
  if (!databases?.some(({ id, evicted }) => evicted !== undefined && before.get(id))) return reading;
  const summed = databases.map(({ evicted, ...database }) => {
    const sum = evicted === undefined ? undefined : evicted + (before.get(database.id) ?? 0);
    // The API refuses a report with an impossible count, which would hide all other servers.
    return sum !== undefined && Number.isSafeInteger(sum) ? { ...database, evicted: sum } : database;
  });
  return { ...reading, deployment: { ...others, databases: summed } };
}

/** A reading that is reported again must not count its samples and its evictions again. */
function repeated({ deployment, samples: _, ...rest }: Reading): Reading {
  const { databases, ...others } = deployment;
  if (!databases?.some(({ evicted }) => evicted)) return { deployment, ...rest };
  const withoutEvictions = databases.map((database) =>
    database.evicted ? { ...database, evicted: 0 } : database,
  );
  return { deployment: { ...others, databases: withoutEvictions }, ...rest };
}

function unanswered(last: Reading, milliseconds: number): Reading {
  const seconds = Math.round(milliseconds / 1_000);
  return { deployment: failed(last, `The server did not answer within ${seconds} seconds.`) };
}

/** Without databases, so that the last known ones stay. */
function failed({ deployment }: Reading, statusMessage: string): Reading["deployment"] {
  const { key, name, type } = deployment;
  return { key, name, type, status: "unreachable", statusMessage };
}

/** Whether the promise settles before the time is over. Without a time, it waits and returns true. */
async function within(promise: Promise<void>, milliseconds: number | undefined): Promise<boolean> {
  const settled = promise.then(() => true);
  if (milliseconds === undefined) return settled;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  const inTime = await Promise.race([settled, timeout]);
  clearTimeout(timer);
  return inTime;
}
