/**
 * How many seeds a test plays: few in `npm test`, many in `npm run test:all`, and any number with `SEEDS=1000`.
 * A file that uses it ends in `.seeds.test.ts`.
 */
export const seedCount = ({ few, many }: { few: number; many: number }): number =>
  Number(process.env["SEEDS"] ?? (process.env["TEST_TIER"] === "all" ? many : few));
