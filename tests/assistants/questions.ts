import type { Question } from "./question.ts";
import { ofDatabases } from "./questions/databases.ts";
import { ofFleet } from "./questions/fleet.ts";
import { ofThePast } from "./questions/changes.ts";
import { ofOpenIncidents } from "./questions/incidents.ts";
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
