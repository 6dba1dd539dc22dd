import * as z from "zod";
import { typedName } from "../typed-text.ts";
import { longestViewName } from "./view-rights.ts";
import { managedBy } from "../people/managed.ts";
import { revision } from "../revision.ts";

const viewName = z
  .string({ error: "View name is required" })
  .trim()
  .min(1, "View name is required")
  .max(longestViewName, `View name must be no more than ${longestViewName} characters long`)
  .superRefine(typedName("View name"));

export const columnId = z.string().regex(/^[a-z][A-Za-z]{0,39}$/, "must be the id of a column");
export const mostColumns = 40;
/** Of the text as it is stored, in which other letters than those of English take up to nine characters. */
export const longestFilter = 2_000;

const filter = z
  .string()
  .max(longestFilter, `must be no more than ${longestFilter} characters long`)
  .describe('The query of the list, or a line: "status=stale&util=90..", "status:stale util>=90"');
const sort = z
  .object({ by: columnId, order: z.enum(["asc", "desc"]) })
  .nullable()
  .describe("Null: the order of the list itself");
const columns = z
  .array(columnId)
  .max(mostColumns, `must be at most ${mostColumns} columns`)
  .nullable()
  .describe("The columns that are shown; null: the ones that each person has chosen");

/** The list that a view is of. */
const viewList = z.enum(["deployments", "databases"]);

/** What a new view is. Fields that are left out are those of the whole list. */
export const viewInput = z.object({
  name: viewName,
  list: viewList.default("deployments"),
  shared: z.boolean().default(false).describe("Whether every member of the organization sees it"),
  filter: filter.default(""),
  sort: sort.default(null),
  columns: columns.default(null),
});
export type ViewInput = z.infer<typeof viewInput>;

/** What can change about a view. Fields that are left out stay. */
export const viewChange = z.object({
  name: viewName.optional(),
  filter: filter.optional(),
  sort: sort.optional(),
  columns: columns.optional(),
});
export type ViewChange = z.infer<typeof viewChange>;

/** A question about a list that was saved with a name. */
export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  list: viewList,
  filter,
  sort,
  columns,
  shared: z.boolean().describe("Whether every member of the organization sees it"),
  createdBy: z.string().describe("Id of the account; only it and admins change or delete a shared view"),
  createdAt: z.iso.datetime(),
  managedBy,
  revision,
});
export type SavedView = z.infer<typeof savedView>;

export const viewAnswer = z.object({ views: z.array(savedView) });
