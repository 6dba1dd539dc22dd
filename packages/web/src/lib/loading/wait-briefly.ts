/** In milliseconds. People do not notice it. */
const longest = 100;

/**
 * Waits a moment for work that is nearly done, so that the page is drawn once and not twice. Never rejects: a
 * failure shows where the result is needed.
 */
export const waitBriefly = async (work: readonly Promise<unknown>[]): Promise<void> => {
  await Promise.race([
    Promise.allSettled(work),
    new Promise((resolve) => {
      setTimeout(resolve, longest);
    }),
  ]);
};
