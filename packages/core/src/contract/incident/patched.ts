import * as z from "zod";
import { engine } from "../deployment/parts.ts";

/** A version that an organization's distribution patched, as somebody said. */
export const patchedVersion = z.object({
  engine,
  version: z.string().describe("Its three numbers, such as 7.2.4"),
  vulnerabilities: z
    .array(z.string())
    .describe("The ids of those that were known then. One that became known later counts again"),
  by: z.object({ id: z.string(), name: z.string().nullable().describe("Null for an account that is gone") }),
  at: z.iso.datetime(),
});
export type PatchedVersion = z.infer<typeof patchedVersion>;

export const patchedVersionList = z.object({ patched: z.array(patchedVersion) });
export type PatchedVersionList = z.infer<typeof patchedVersionList>;

export const versionInput = z.object({
  engine,
  version: z
    .string()
    .regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/, "must be three numbers such as 7.2.4")
    .describe("Its three numbers, such as 7.2.4"),
});
export type VersionInput = z.infer<typeof versionInput>;
