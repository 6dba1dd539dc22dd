import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Stats } from "node:fs";

/** Windows has only the first of these. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY }: Partial<typeof constants> = constants;
const flags = (O_RDONLY ?? 0) | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0);

const notFile = "is a pipe or a device, and must be a file";
const known: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EACCES: "may not be read by this user",
  ELOOP: "is a link, and must be a file",
  // A socket cannot be opened.
  ENXIO: notFile,
};

/**
 * A small file that this user wrote. Anybody may leave something else in a folder such as /tmp. So it follows no link,
 * waits for no pipe, and reads no more than the limit.
 * @returns the text, or the end of a sentence on why it can't be read
 */
export function readOwnFile(path: string, mostBytes: number): { content: string } | { fault: string } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, flags);
    const fault = faultOf(fstatSync(descriptor));
    if (fault !== undefined) return { fault };
    const bytes = Buffer.alloc(mostBytes + 1);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    if (length > mostBytes) return { fault: `is larger than ${mostBytes / 1_024} KB` };
    return { content: bytes.toString("utf8", 0, length) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { fault: known[code] ?? "can't be read" };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function faultOf(stats: Stats): string | undefined {
  if (stats.isDirectory()) return "is a folder";
  if (!stats.isFile()) return notFile;
  const uid = process.getuid?.();
  return uid === undefined || stats.uid === uid ? undefined : "belongs to another user";
}
