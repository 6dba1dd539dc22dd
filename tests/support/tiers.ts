/**
 * The cases of a test in `npm test`, or the others in `npm run test:all`. A file that uses it ends in `.both.test.ts`.
 */
export const casesOfTier = <Cases>({ first, second }: { first: Cases; second: Cases }): Cases =>
  process.env["TEST_TIER"] === "all" ? second : first;
