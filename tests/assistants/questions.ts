import type { Question } from "./question.ts";
import { ofDatabases } from "./questions/databases.ts";
import { ofFleet } from "./questions/fleet.ts";
import { ofOpenIncidents, ofThePast } from "./questions/incidents.ts";
import { ofHistory, ofOne } from "./questions/past.ts";

/** What operators ask. */
export const questions: readonly Question[] = [
  ...ofFleet,
  ...ofDatabases,
  ...ofOpenIncidents,
  ...ofThePast,
  ...ofHistory,
  ...ofOne,
];
