import { type EngineKind, hasEngine } from "@shardwatch/server/database/engines";
import { casesOfTier } from "./tiers.ts";

const here = (["dynoxide", "dynamodb-local"] satisfies EngineKind[]).filter(hasEngine);
if (here.length === 0) throw new Error("none of the database emulators can run here");

/** The database emulators of a test: the quicker one in `npm test`, the second opinion in `npm run test:all`. */
export const emulators: readonly EngineKind[] = casesOfTier({
  first: here.slice(0, 1),
  second: here.slice(1),
});
