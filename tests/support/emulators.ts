import { type EngineKind, hasEngine } from "@shardwatch/server/database/engines";

const here = (["dynoxide", "dynamodb-local"] satisfies EngineKind[]).filter(hasEngine);
if (here.length === 0) throw new Error("none of the database emulators can run here");

/**
 * The database emulators of a test: the quicker one in `npm test`, the second opinion in `npm run test:all`.
 * A file that uses it ends in `.emulators.test.ts`.
 */
export const emulators: readonly EngineKind[] =
  process.env["TEST_TIER"] === "all" ? here.slice(1) : here.slice(0, 1);
