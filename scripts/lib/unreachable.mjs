/** What is missing is at Debian's mirror or in npm's registry, and there is no way to it. */
export class Unreachable extends Error {}

/** The exit code of a script that could not fetch what it needs: EX_UNAVAILABLE of sysexits.h. */
export const unreachableCode = 69;

/**
 * @template T
 * @param {string} what
 * @param {() => T} fetch
 * @returns {T}
 * @throws Unreachable with the last line that was said
 */
export function fetched(what, fetch) {
  try {
    return fetch();
  } catch (error) {
    const lines = error instanceof Error ? error.message.trim().split("\n") : [];
    throw new Unreachable(`${what} could not be fetched: ${lines.at(-1)}`);
  }
}
