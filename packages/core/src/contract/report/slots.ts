import * as z from "zod";
import { sentences } from "../sentences.ts";
import { mostSlots, type SlotColumn, slotColumnNames, slotColumns, slotSeconds } from "./slot-columns.ts";

const most = { databases: 5_000, deployments: 500 } as const;
const column = (about: string) =>
  z.array(z.number().min(0).nullable()).max(most.databases).optional().describe(about);

const columns = Object.fromEntries(
  slotColumnNames.map((name) => [name, column(slotColumns[name].about)]),
) as Record<SlotColumn, ReturnType<typeof column>>;

const slotDatabases = z.object({
  ids: z.array(z.string().min(1).max(64)).max(most.databases),
  ...columns,
});

const slotDeployment = z.object({
  key: z.string().min(1).max(200),
  status: z.string().min(1).max(40).describe("The worst of the slot"),
  databases: slotDatabases
    .optional()
    .describe("Left out when they could not be read; a column that the source cannot tell is left out"),
});

/** The figures of five minutes. */
export const reportedSlot = z.object({
  at: z.iso.datetime().describe("When it began: a multiple of five minutes, UTC. Others are ignored"),
  covers: z
    .int()
    .min(1)
    .max(slotSeconds)
    .optional()
    .describe(
      "The seconds of it that were watched, where that is not all of it: it runs still, or the agent was started within it. Of two reports of it, the one that covers more counts",
    ),
  deployments: z.array(slotDeployment).max(most.deployments),
});
export type ReportedSlot = z.infer<typeof reportedSlot>;
export type SlotDatabases = z.infer<typeof slotDatabases>;

const values = z.array(z.unknown()).max(most.databases);
const columnsOfAnything = Object.fromEntries(slotColumnNames.map((name) => [name, values.optional()]));
/* The same as the schemas above, one level at a time. */
const slotList = z.array(z.unknown()).max(mostSlots).optional();
const outerSlot = reportedSlot.extend({ deployments: z.array(z.unknown()).max(most.deployments) });
const outerDeployment = slotDeployment.extend({
  databases: slotDatabases.extend({ ids: values, ...columnsOfAnything }).optional(),
});

const isId = (value: unknown) => typeof value === "string" && value.length > 0 && value.length <= 64;
const isFigure = (value: unknown) => value === null || (typeof value === "number" && value >= 0);

/**
 * Checks the slots of a report like the schema, but it ends at the first fault. A validator that lists every wrong
 * element of a megabyte would run out of memory.
 */
export function parseSlots(input: unknown): { slots: ReportedSlot[] | undefined } | { faults: string[] } {
  const list = slotList.safeParse(input);
  if (!list.success) return { faults: sentences(list.error, "slots", "slots") };
  for (const [index, item] of (list.data ?? []).entries()) {
    const place = `slots[${index}]`;
    const slot = outerSlot.safeParse(item);
    if (!slot.success) return { faults: sentences(slot.error, place, place) };
    for (const [number, one] of slot.data.deployments.entries()) {
      const within = `${place}.deployments[${number}]`;
      const deployment = outerDeployment.safeParse(one);
      if (!deployment.success) return { faults: sentences(deployment.error, within, within) };
      const { databases } = deployment.data;
      const fault = databases && wrongColumn(databases);
      if (fault !== undefined) return { faults: [`${within}.databases.${fault}`] };
    }
  }
  return { slots: input as ReportedSlot[] | undefined };
}

function wrongColumn({ ids, ...databases }: { ids: readonly unknown[] }): string | undefined {
  const id = ids.findIndex((value) => !isId(value));
  if (id >= 0) return `ids[${id}]: must be a text of 1 to 64 characters`;
  const given: Readonly<Record<string, readonly unknown[] | undefined>> = databases;
  for (const name of slotColumnNames) {
    const found = given[name];
    if (!found) continue;
    if (found.length !== ids.length) return `${name}: must have as many values as ids`;
    const wrong = found.findIndex((value) => !isFigure(value));
    if (wrong >= 0) return `${name}[${wrong}]: must be a number that is not negative, or null`;
  }
  return undefined;
}
