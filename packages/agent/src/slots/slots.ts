import { fromCode } from "@shardwatch/core/kit/code16";
import {
  mostSlots,
  slotColumnNames,
  slotColumns,
  slotSeconds,
} from "@shardwatch/core/contract/report/slot-columns";
import type { ReportedSlot, SlotDatabases } from "@shardwatch/core/contract/report/slots";
import type { SentReport } from "../parts.ts";
import type { Reading } from "../sources/source.ts";
import { type FinishedDeployment, OpenSlot } from "./open-slot.ts";

/**
 * How many slots of a deployment wait for the API at most: three hours, and the slot that ended just before the
 * connection broke.
 */
const mostWaiting = 37;
const milliseconds = slotSeconds * 1_000;
/** How many reports have the slot that runs. The first has most figures, the second all: a rate takes two readings. */
const earlyReports = 2;
/** The API's limit of a report in bytes is 1,048,576. A kilobyte is left free. */
const mostBytes = 1_047_552;

/**
 * Forms slots from the readings, and keeps each one until the API has accepted a report with it. Slots follow the API's
 * clock.
 */
export class Slots {
  #open: OpenSlot | undefined;
  /** By the deployment's key, the oldest first. */
  readonly #waiting = new Map<string, FinishedDeployment[]>();
  #everySeconds = slotSeconds;
  /** By the deployment's key, how often the API has accepted a slot of it that ran still. */
  readonly #accepted = new Map<string, number>();
  /** When the first and the last reading were added, in Unix milliseconds. */
  #began: number | undefined;
  #last = 0;

  /**
   * Adds the readings of one moment.
   * @param now Unix milliseconds by the API's clock
   */
  add(now: number, readings: readonly Reading[]): void {
    const slot = Math.floor(now / milliseconds);
    if (this.#open && this.#open.slot < slot) this.#finish(this.#open);
    // The clock was ahead, and has been corrected. What was formed with it is not of the time that it names.
    if (this.#open && this.#open.slot > slot) this.#forgetFrom(slot);
    if (this.#open?.slot !== slot) this.#open = new OpenSlot(slot);
    this.#began = Math.min(this.#began ?? now, now);
    this.#last = now;
    for (const reading of readings) this.#open.add(reading);
  }

  /**
   * The report with the slots of its deployments that wait: the newest and then the oldest, which the API does not
   * accept for much longer. After them the one that runs, while a deployment is new. Fewer than four if the report
   * would be too large. A slot is not
   * divided between reports: the API stores it as one row, which the second report would replace.
   * @param now Unix milliseconds by the API's clock
   */
  attach(report: SentReport, now: number): SentReport {
    const due = Math.floor(now / 1_000 / this.#everySeconds) * this.#everySeconds;
    const waiting = this.#waitingOf(report).filter((slot) => (slot + 1) * slotSeconds <= due);
    const [newest, ...others] = waiting.toReversed();
    const sent = [newest, ...others.toReversed(), this.#early(report)].filter((slot) => slot !== undefined);
    if (sent.length === 0) return report;
    let free = mostBytes - bytes(report);
    const slots: ReportedSlot[] = [];
    for (const slot of sent.slice(0, mostSlots)) {
      const whole = this.#reported(report, slot);
      const reported = slots.length === 0 ? this.#fitting(whole, free) : whole;
      free -= bytes(reported) + 1;
      if (free < 0) break;
      if (reported.deployments.length > 0) slots.push(reported);
    }
    if (slots.length === 0) return report;
    return { ...report, slots: slots.toSorted((left, right) => (left.at < right.at ? 1 : -1)) };
  }

  /**
   * The API has accepted this report, so its slots need not be sent again. Nor are deployments for which a slot had no
   * space.
   * @param everySeconds how often the API wants slots, if it says so
   */
  accepted({ slots = [], deployments }: SentReport, everySeconds?: number): void {
    if (everySeconds !== undefined) this.#everySeconds = everySeconds;
    for (const { at, deployments: accepted } of slots) {
      const slot = Date.parse(at) / milliseconds;
      if (slot === this.#open?.slot)
        for (const { key } of accepted) this.#accepted.set(key, (this.#accepted.get(key) ?? 0) + 1);
      else for (const { key } of deployments) this.#keep(key, (one) => one.slot !== slot);
    }
  }

  /** The slot that runs, while it has a deployment whose figures nobody has seen yet. */
  #early({ deployments }: SentReport): number | undefined {
    const isNew = ({ key }: { key: string }) => (this.#accepted.get(key) ?? 0) < earlyReports;
    return deployments.some((one) => isNew(one) && this.#open?.has(one.key)) ? this.#open?.slot : undefined;
  }

  #finish(open: OpenSlot): void {
    for (const [key, finished] of open.finish()) {
      const waiting = this.#waiting.get(key) ?? [];
      const last = waiting.at(-1);
      // Equal lists of ids are kept once.
      const ids = last && sameIds(last.ids, finished.ids) ? last.ids : finished.ids;
      this.#waiting.set(key, [...waiting, { ...finished, ids }].slice(-mostWaiting));
    }
    this.#open = undefined;
    for (const key of this.#accepted.keys()) if (!open.has(key)) this.#accepted.delete(key);
    // A deployment that is no longer read has nothing that the API would still accept.
    for (const key of this.#waiting.keys()) this.#keep(key, (one) => one.slot >= open.slot - mostWaiting);
  }

  #forgetFrom(slot: number): void {
    this.#open = undefined;
    for (const key of this.#waiting.keys()) this.#keep(key, (one) => one.slot < slot);
  }

  #keep(key: string, isKept: (one: FinishedDeployment) => boolean): void {
    const kept = (this.#waiting.get(key) ?? []).filter(isKept);
    if (kept.length > 0) this.#waiting.set(key, kept);
    else this.#waiting.delete(key);
  }

  /** The waiting slots of a report's deployments, the oldest first. */
  #waitingOf({ deployments }: SentReport): number[] {
    const slots = deployments.flatMap(({ key }) => (this.#waiting.get(key) ?? []).map(({ slot }) => slot));
    return [...new Set(slots)].toSorted((left, right) => left - right);
  }

  /** Without the deployments that do not fit, so that a huge one does not hold back the others. */
  #fitting(slot: ReportedSlot, free: number): ReportedSlot {
    if (bytes(slot) < free) return slot;
    let left = free - bytes({ ...slot, deployments: [] }) - 1;
    const deployments = slot.deployments.filter((one) => {
      const size = bytes(one) + 1;
      if (size > left) return false;
      left -= size;
      return true;
    });
    return { ...slot, deployments };
  }

  /** How many seconds of a slot were watched. A first reading is of a moment, which counts as a second. */
  #coveredOf(slot: number): number {
    const from = Math.max(slot * milliseconds, this.#began ?? 0);
    const to = slot === this.#open?.slot ? this.#last : (slot + 1) * milliseconds;
    return Math.min(slotSeconds, Math.max(1, Math.floor((to - from) / 1_000)));
  }

  #reported({ deployments }: SentReport, slot: number): ReportedSlot {
    const running = this.#open?.slot === slot ? this.#open.finish() : undefined;
    const covers = this.#coveredOf(slot);
    return {
      at: new Date(slot * milliseconds).toISOString(),
      ...(covers < slotSeconds && { covers }),
      deployments: deployments.flatMap(({ key }) => {
        const found = running ? running.get(key) : this.#waiting.get(key)?.find((one) => one.slot === slot);
        if (!found) return [];
        const { status, ids } = found;
        return [{ key, status, ...(ids.length > 0 && { databases: databasesOf(found) }) }];
      }),
    };
  }
}

/** Columns without any figure are left out. */
function databasesOf({ ids, codes }: FinishedDeployment): SlotDatabases {
  const columns = slotColumnNames.flatMap((name, column) => {
    const own = codes.subarray(column * ids.length, (column + 1) * ids.length);
    const values = Array.from(own, (code) => {
      const figure = fromCode(code);
      return figure === null ? null : figure / slotColumns[name].perUnit;
    });
    return values.some((value) => value !== null) ? [[name, values]] : [];
  });
  return { ids: [...ids], ...Object.fromEntries(columns) };
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index]);
