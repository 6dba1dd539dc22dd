import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs code in a process with a small heap. Returns whether it ended well: without that much memory Node aborts.
 * @param code a module, which may import others by their address
 * @param megabytes of the heap
 */
export async function endsInSmallHeap(code: string, megabytes = 32): Promise<boolean> {
  const words = [`--max-old-space-size=${megabytes}`, "--input-type=module", "-"];
  // The time only ends a process that hangs.
  const child = spawn(process.execPath, words, { stdio: ["pipe", "ignore", "ignore"], timeout: 50_000 });
  child.stdin.end(code);
  const [status] = (await once(child, "exit")) as [number | null];
  return status === 0;
}
