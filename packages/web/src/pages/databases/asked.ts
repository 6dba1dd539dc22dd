import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database";
import { organizationOf, withOrganization } from "../../filter/address.ts";
import { showsFigures } from "../../lib/words/newest-figures.ts";
import type { ColumnConfig } from "../../ui/table/columns.ts";
import type { ListView } from "../../filter/list-view.ts";

/** What a view asks the API. */
export interface Asked extends Omit<ListView<DatabaseSort>, "filter"> {
  organizationId: string | undefined;
  /** Without the organization, which decides what is listed. */
  filter: Filter;
  /** Whether a column shows the newest five-minute figures. */
  figures: boolean;
}

export function askedBy(view: ListView<DatabaseSort>, config: ColumnConfig): Asked {
  const filter = withOrganization(view.filter, undefined);
  return { ...view, organizationId: organizationOf(view.filter), filter, figures: showsFigures(config) };
}

/** The filter that is left when all but the organization is cleared. */
export const clearedFor = ({ organizationId }: Pick<Asked, "organizationId">): Filter =>
  withOrganization(everything, organizationId);
