import type { Random } from "../random.ts";
import { heavyTailed, type Moment, type Process, type Traffic } from "./moment.ts";

/** Sessions begin with the traffic, and each lives for so many hours. */
export function sessions(
  random: Random,
  { traffic, hours, size = 1 }: { traffic: Traffic; hours: number; size?: number },
): Process {
  const begun: number[] = Array.from({ length: hours }, () => 0);
  const anHour = size / hours;
  let [live, turn] = [0, 0];
  return (moment) => {
    const many = Math.max(0, anHour * traffic(moment) * (1 + 0.03 * heavyTailed(random)));
    live += many - (begun[turn] ?? 0);
    begun[turn] = many;
    turn = (turn + 1) % hours;
    return Math.max(0, live);
  };
}

/** Accounts sign up with the traffic, and a share of them leaves each day. Each takes as much as `size` says then. */
export function accounts(
  random: Random,
  options: {
    traffic: Traffic;
    begin: number;
    perDay: (at: number) => number;
    leaving?: number;
    size?: (at: number) => number;
    jitter?: number;
  },
): Process {
  const { traffic, perDay, leaving = 0, size = () => 1, jitter = 0.2 } = options;
  let count = options.begin;
  return (moment) => {
    const signups = (perDay(moment.at) / 24) * traffic(moment) * (1 + jitter * heavyTailed(random));
    count = Math.max(0, count + signups - (count * leaving) / 24);
    return count * size(moment.at);
  };
}

/** What nobody deletes: since a day, until it is fixed. @param keeps the share that remains after the fix */
export function leak(
  random: Random,
  options: { traffic: Traffic; since: number; until?: number; perDay: number; keeps?: number },
): Process {
  const { traffic, since, until = Infinity, perDay, keeps = 1 } = options;
  let [leaked, isFixed] = [0, false];
  return (moment) => {
    if (moment.at >= since && moment.at < until)
      leaked += (perDay / 24) * traffic(moment) * (1 + 0.2 * heavyTailed(random));
    if (moment.at >= until && !isFixed) {
      leaked *= keeps;
      isFixed = true;
    }
    return Math.max(0, leaked);
  };
}

/** A cache fills until it holds its working set. At each restart it is empty. */
export function cache(
  random: Random,
  options: { traffic: Traffic; workingSet: number; fillsIn: number; since?: number; restarts?: number[] },
): Process {
  const { traffic, workingSet, fillsIn, since = -Infinity, restarts = [] } = options;
  const pending = restarts.toSorted((left, right) => left - right);
  let held = since === -Infinity ? workingSet : 0;
  return (moment) => {
    if (moment.at < since) return 0;
    while (pending[0] !== undefined && moment.at >= pending[0]) {
      held *= random.between(0, 0.2);
      pending.shift();
    }
    held += ((workingSet - held) / (fillsIn * 24)) * traffic(moment) * 1.5;
    return held * (1 + 0.002 * heavyTailed(random));
  };
}

/** Entries are appended with the traffic. A clean-up leaves a part of them. */
export function log(
  random: Random,
  options: { traffic: Traffic; perDay: number; nextCleanUp: () => number; leaves: number },
): Process {
  const { traffic, perDay, nextCleanUp, leaves } = options;
  let held = perDay * random.between(0, 5);
  let cleanUp: number | undefined;
  return (moment) => {
    cleanUp ??= moment.at + nextCleanUp() * random.share();
    if (moment.at >= cleanUp) {
      held *= leaves;
      cleanUp = moment.at + nextCleanUp();
    }
    held += (perDay / 24) * traffic(moment) * (1 + 0.1 * heavyTailed(random));
    return Math.max(0, held);
  };
}

/** A job loads data at some hours, and they stay for some hours. */
export function batch(
  random: Random,
  options: { runs: (moment: Moment) => boolean; size: number; hours: number; varies?: number },
): Process {
  const { runs, size, hours, varies = 0.1 } = options;
  let [left, loaded] = [0, 0];
  return (moment) => {
    if (runs(moment)) {
      if (left <= 0) loaded = size * Math.exp(varies * Math.max(-3, Math.min(3, random.normal())));
      left = hours;
    }
    left -= 1;
    return left >= 0 ? loaded : 0;
  };
}

/** A backlog that grows while its consumer is down, and is worked off afterwards. */
export function queue(
  random: Random,
  { traffic, perDay, downEvery }: { traffic: Traffic; perDay: number; downEvery: number },
): Process {
  let [backlog, down] = [0, 0];
  return (moment) => {
    if (down <= 0 && random.chance(1 / (downEvery * 24))) down = Math.ceil(random.exponential(5));
    down -= 1;
    const arrived = (perDay / 24) * traffic(moment);
    backlog = Math.max(0, backlog + arrived - (down > 0 ? 0 : (2.5 * perDay) / 24));
    return backlog;
  };
}

/** A store whose content wanders by a share each day. @param returns how much of the way back it goes in a day */
export function wandering(
  random: Random,
  { begin, daily, returns = 0 }: { begin: number; daily: number; returns?: number },
): Process {
  let [held, hoursLeft, pace] = [begin, 0, 0];
  return () => {
    if (hoursLeft <= 0) {
      pace = (held * daily * heavyTailed(random) * 0.6 + (begin - held) * returns) / 24;
      hoursLeft = 24;
    }
    hoursLeft -= 1;
    held = Math.max(0.1 * begin, held + pace);
    return held;
  };
}

/** Tenants arrive now and then, each with all its data. */
export function tenants(
  random: Random,
  { begin, perDay, size }: { begin: number; perDay: number; size: number },
): Process {
  let held = begin;
  return ({ weekday }) => {
    // Nobody is onboarded at a weekend.
    if (weekday % 6 !== 0 && random.chance(perDay / 17)) held += size * random.exponential(1);
    return held;
  };
}
