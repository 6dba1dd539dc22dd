import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

const schema = z.array(
  z.object({
    organizationId: z.string(),
    /** Who asked for it, and created its agent key. */
    accountId: z.string(),
    compositeKey: z.string(),
    /** Unix epoch in milliseconds. */
    startedAt: z.number(),
    /** The deployments by their id, with the key in the report. Those that were deleted are gone. */
    deployments: z.record(z.string(), z.string()),
  }),
);
/** The demo data of one organization. */
export type Kept = z.infer<typeof schema>[number];

/** What a former run kept; nothing when there is no such file. */
export const readKept = (file: string): Kept[] =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : [];

/** Keeps it for the next run. Only the user of this machine can read the keys. */
export function keep(file: string, all: readonly Kept[]): void {
  const next = `${file}.new`;
  writeFileSync(next, JSON.stringify(all, null, 2), { mode: 0o600 });
  renameSync(next, file);
}
