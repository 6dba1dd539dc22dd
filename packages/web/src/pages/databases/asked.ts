import type { DatabaseSort } from "@shardwatch/core/contract/database";
import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import { databasesQuery } from "../../api/databases.ts";
import { organizationOf, withOrganization } from "../../filter/address.ts";
import type { ListView } from "../../filter/list-view.ts";

/** What a view asks the API. */
export interface Asked {
  query: ReturnType<typeof databasesQuery>;
  /** Whether it can be asked. A person who sees every organization has to choose one. */
  isReady: boolean;
  /** The filter without the organization, which decides what is listed. */
  filter: Filter;
  /** The filter that is left when all of that is cleared. */
  cleared: Filter;
}

export function askedBy(view: ListView<DatabaseSort>, choosesOrganization: boolean): Asked {
  const organization = organizationOf(view.filter);
  const filter = withOrganization(view.filter, undefined);
  return {
    query: databasesQuery(organization, { ...view, filter }),
    isReady: !choosesOrganization || organization !== undefined,
    filter,
    cleared: withOrganization(everything, organization),
  };
}
