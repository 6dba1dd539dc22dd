import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { sessionCookieName } from "@shardwatch/core/contract/people/session-cookie";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { config } from "../../../lib/settings/config.ts";
import { copyText } from "../../../lib/browser/copy-text.ts";
import { exportDeployments } from "../export/csv-export.ts";
import { paths } from "../../../lib/address/paths.ts";
import { showsFigures } from "../../../lib/words/newest-figures.ts";
import { parameters } from "../../../lib/address/urls.ts";
import { columnConfig } from "../list/stored-columns.ts";
import { type View, writeView } from "../view.ts";
import { matching, type ViewIndex } from "../view-index.ts";

/** The address at which the API answers the deployments of a view. */
function apiAddress({ filter }: View): string {
  const figures = showsFigures(columnConfig.get()) ? ["figures=1"] : [];
  const query = [formatFilter(filter), ...figures].filter((part) => part !== "").join("&");
  return `${config().apiUrl}/deployments${query && `?${query}`}`;
}

/** The link names the view only where others see it, too. */
export async function copyLink(view: View, saved: SavedView | undefined): Promise<void> {
  const query = writeView(new URLSearchParams(), { ...view, page: 1 });
  if (saved?.shared) query.set(parameters.view, saved.id);
  const search = query.size > 0 ? `?${query}` : "";
  await copyText(
    `${location.origin}${paths.deployments(search)}`,
    "Link copied",
    "Failed to copy the link to the clipboard",
  );
}

/** Saves all deployments of a view, in the order of the table. */
export function downloadCsv(view: View, index: ViewIndex): void {
  void exportDeployments(matching(index, view));
}

/**
 * A command for a shell. The session is the only way to identify a person to the API. Scripts can't read its cookie, so
 * the command has a placeholder.
 */
export function apiCall(view: View): string {
  const cookie = sessionCookieName(config().environment);
  return [
    `# Replace SESSION with the value of the ${cookie} cookie in your browser. It works while you are signed in.`,
    `curl --cookie '${cookie}=SESSION' '${apiAddress(view)}'`,
  ].join("\n");
}

export async function copyApiCall(view: View): Promise<void> {
  const success = "API call copied. Replace SESSION with your session cookie.";
  await copyText(apiCall(view), success, "Failed to copy the API call to the clipboard");
}
