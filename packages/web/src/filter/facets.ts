import { type FieldName, fieldNames, fields } from "@shardwatch/core/contract/filter/fields";

/** A button of the filter bar. It offers the choices of its fields. */
export interface Facet {
  /** The accessible name, which contains the label. */
  name: string;
  label: string;
  fields: readonly FieldName[];
}

/** The facets of a list. */
export interface FacetSet {
  /** Each has a button of its own. */
  shown: readonly Facet[];
  /** These are behind one button. */
  more: readonly Facet[];
}

export const facet = (label: string, ...names: readonly FieldName[]): Facet => ({
  name: label,
  label,
  fields: names,
});

/** A facet of one field, with its name. */
export const alone = (name: FieldName): Facet => facet(fields[name].label, name);

/** The facets that answer what is broken, nearly full, silent, expiring or old. Each has a button of its own. */
const shown: readonly Facet[] = [
  ...(["severity", "status", "fresh", "source"] as const).map(alone),
  { ...facet("Type", "type"), name: "Deployment Type" },
  facet("Version", "version", "eos", "cve"),
  facet("Memory", "util", "memory"),
  ...(["license", "shards"] as const).map(alone),
];

const isAlone = new Set<FieldName>(["org", "id", "incident", ...shown.flatMap((each) => each.fields)]);

/** The rarer ones. */
const more = ["incident" as const, ...fieldNames.filter((name) => !isAlone.has(name))].map(alone);

/** The facets of the list of deployments. */
export const deploymentFacets: FacetSet = { shown, more };
