import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** What a file holds, or the end of a sentence on why it can't be read. */
export type Read<Content> = { content: Content } | { fault: string };

const known: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EACCES: "may not be read by this user",
  ELOOP: "is a link that leads back to itself",
};

/**
 * A file of a bounded size. Pipes and devices are refused before they are opened: a pipe would be waited for
 * without end, and a device has no size.
 */
export function readBytes(path: string, most: number): Read<Buffer> {
  try {
    const fault = faultOf(statSync(path));
    return fault === undefined ? readBounded(path, most) : { fault };
  } catch (error) {
    return { fault: known[(error as NodeJS.ErrnoException).code ?? ""] ?? "can't be read" };
  }
}

/** The same for a text. */
export function readText(path: string, most: number): Read<string> {
  const read = readBytes(path, most);
  return "fault" in read ? read : { content: read.content.toString("utf8") };
}

/**
 * The same for a file that a pipeline gets from somebody else. A link may lead only to a file below its own folder,
 * as in a volume of Kubernetes. Otherwise a fault would say what another file of the machine holds.
 */
export function readOwnText(path: string, most: number): Read<string> {
  try {
    const folder = realpathSync(dirname(path));
    const real = realpathSync(join(folder, basename(path)));
    if (!real.startsWith(folder.endsWith(sep) ? folder : folder + sep))
      return { fault: "is a link that leads out of its folder; give the path of the file itself" };
  } catch {
    // `readText` says why.
  }
  return readText(path, most);
}

type Kind = Pick<ReturnType<typeof statSync> & object, "isFile" | "isDirectory">;

function faultOf(kind: Kind): string | undefined {
  if (kind.isFile()) return undefined;
  return kind.isDirectory() ? "is a folder" : "is a pipe or a device, and must be a file";
}

/** Reads no more than that, whatever size the file says it has: files of /proc say 0. */
function readBounded(path: string, most: number): Read<Buffer> {
  // Something else may have the name by now. Without waiting, the opening of a pipe returns at once.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const fault = faultOf(fstatSync(descriptor));
    if (fault !== undefined) return { fault };
    const bytes = Buffer.alloc(most + 1);
    let length = 0;
    for (let read = 1; read > 0 && length <= most; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (length > most) return { fault: `is larger than ${most / 1_024} KB` };
    return { content: bytes.subarray(0, length) };
  } finally {
    closeSync(descriptor);
  }
}
