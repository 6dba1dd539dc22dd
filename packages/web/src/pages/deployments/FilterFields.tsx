import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { truncate } from "@shardwatch/core/kit/text";
import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { isWord } from "@shardwatch/core/contract/filter/value";
import { organizationOf, withOrganization } from "../../filter/address.ts";
import { organizationsQuery } from "../../api/organizations.ts";
import { typeChoices } from "./types.ts";
import type { View } from "./view.ts";
import type { ChangeView } from "./use-view.ts";

const nameLength = 80;

/** The label of an organization among the choices. */
export const shortOrganization = (name: string) => truncate(name, nameLength);

export interface FilterFieldsProps {
  view: View;
  change: ChangeView;
  /** Whether the person may choose an organization. */
  choosesOrganization: boolean;
}

function typeOf({ terms }: Filter): string {
  const [only] = terms.get("type")?.any ?? [];
  return only && isWord(only) ? only.word : "";
}

const withType = (filter: Filter, type: string) =>
  withTerm(filter, "type", type === "" ? undefined : { any: [{ word: type }], none: [] });

const selectClass =
  "h-8 max-w-56 min-w-0 truncate rounded-md border border-field bg-surface px-1.5 max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-lg";
const labelClass = "text-sm text-muted md:sr-only";

/**
 * The filters with lists of choices. Only the sheet shows their labels; elsewhere they are for screen
 * readers.
 */
export function FilterFields({ view, change, choosesOrganization }: FilterFieldsProps) {
  const id = useId();
  return (
    <>
      <div className="grid gap-1.5">
        <label htmlFor={id} className={labelClass}>
          Deployment Type
        </label>
        <select
          id={id}
          value={typeOf(view.filter)}
          onChange={({ target }) => change({ filter: withType(view.filter, target.value) })}
          className={selectClass}
        >
          <option value="">All types</option>
          {typeChoices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {choosesOrganization && <OrganizationField view={view} change={change} />}
    </>
  );
}

function OrganizationField({ view, change }: Pick<FilterFieldsProps, "view" | "change">) {
  const id = useId();
  const { data, isPending } = useQuery(organizationsQuery);
  const organizations = data?.filter(({ deleting }) => !deleting);
  const chosen = organizationOf(view.filter);
  const unlisted = chosen !== undefined && !organizations?.some((each) => each.id === chosen);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={labelClass}>
        Organization
      </label>
      <select
        id={id}
        value={chosen ?? ""}
        onChange={({ target }) =>
          change({ filter: withOrganization(view.filter, target.value || undefined) })
        }
        className={selectClass}
      >
        <option value="">All Organizations</option>
        {unlisted && <option value={chosen}>{isPending ? "Loading…" : chosen}</option>}
        {organizations?.map(({ id: value, name }) => (
          <option key={value} value={value} title={name}>
            {shortOrganization(name)}
          </option>
        ))}
      </select>
    </div>
  );
}
