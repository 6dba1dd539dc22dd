/** The key of this browser's storage under which the choice is stored. The API stores no settings of a person. */
export const startPageKey = "shardwatch-start-on-overview";

/** Whether signing in leads to the overview in this browser. Otherwise it leads to the usual page. */
export function startsOnOverview(): boolean {
  try {
    return localStorage.getItem(startPageKey) === "true";
  } catch {
    return false; // no storage, so nothing was chosen
  }
}
