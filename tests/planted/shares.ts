import type { Tier } from "./tiers.ts";

/**
 * How many faults `npm test` alone noticed, and how many both tiers.
 * @param noticed for each fault the tier that noticed it
 */
export function shares(noticed: readonly (Tier | undefined)[]): string {
  const of = (count: number) => {
    const percent = noticed.length === 0 ? 100 : Math.floor((100 * count) / noticed.length);
    return `${count} of ${noticed.length} (${percent} %)`;
  };
  const first = noticed.filter((tier) => tier === "first").length;
  const both = noticed.filter((tier) => tier !== undefined).length;
  return `noticed by npm test alone ${of(first)}, by both tiers ${of(both)}`;
}
