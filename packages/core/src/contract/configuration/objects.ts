import * as z from "zod";
import { isId } from "../../kit/ids.ts";
import { comparable } from "../../kit/same-name.ts";
import { day } from "../../kit/time.ts";
import { columnId, mostColumns, viewInput } from "../deployment/view.ts";
import { anyRule } from "../incident/any-rule.ts";
import { ruleChange } from "../incident/own-rule.ts";
import { silenceInput } from "../incident/silence.ts";
import { longestSilenceDays, meaninglessIn } from "../incident/silence-words.ts";
import { channelEntry } from "./channel-entry.ts";
import { Repetitions } from "./faults.ts";
import { routeEntries } from "./route-entry.ts";
import { ruleEntry } from "./rule-entry.ts";
import { type SaidScope, silenceKey } from "./same-silence.ts";
import { filterText, flag, listOf, text, wordOf } from "./settings.ts";

/*
 * The objects that a file can hold. The command line applies such a file, and the server's configuration file has the same
 * lists in its organizations. A further kind is a list in `objectLists`.
 */

/** More than an organization can have of any kind. */
const mostEntries = 100;

const moment = text
  .pipe(z.iso.datetime({ offset: true, error: "must be a time such as 2027-06-30T20:00:00Z" }))
  .transform((given) => Date.parse(given));

/** A rule by its id, or one that the organization wrote by its name. */
const meantRule = text.pipe(ruleChange.shape.name.unwrap()).transform((given): SaidScope => {
  const { data: rule } = anyRule.safeParse(given);
  return rule === undefined ? { kind: "ownRule", name: given } : { kind: "rule", rule };
});

const silenceEntry = z
  .strictObject({
    reason: text.pipe(silenceInput.shape.reason),
    filter: filterText.optional(),
    all: flag.optional(),
    rule: meantRule.optional(),
    incident: text.refine((id) => isId("incident", id), "must be the id of an incident").optional(),
    from: moment.optional(),
    until: moment,
  })
  .transform(({ filter: matching, all = false, rule, incident, ...rest }, context) => {
    const wrong = (at: string, message: string) => {
      context.addIssue({ code: "custom", path: [at], message });
      return z.NEVER;
    };
    const scopes: SaidScope[] = [
      ...(matching !== undefined || all ? [{ kind: "filter", filter: matching ?? "" } as const] : []),
      ...(rule === undefined ? [] : [rule]),
      ...(incident === undefined ? [] : [{ kind: "incident", incidentId: incident } as const]),
    ];
    const [scope] = scopes;
    if (!scope || scopes.length > 1) return wrong("filter", "is required, or one of all, rule and incident");
    const meaningless = meaninglessIn(matching ?? "");
    if (meaningless.length > 0)
      return wrong("filter", `${meaningless.join(", ")}: has no meaning in a silence`);
    if (matching === "" && !all) return wrong("filter", "matches every deployment; say “all: true” instead");
    const { from = 0, until } = rest;
    if (until <= from) return wrong("until", "must be after from");
    if (from > 0 && until - from > longestSilenceDays * day)
      return wrong("until", `must be at most ${longestSilenceDays} days after from`);
    return { ...rest, scope, confirm: all };
  });
export type SilenceEntry = z.output<typeof silenceEntry>;

/** A view that the organization shares. */
const viewEntry = z.strictObject({
  name: text.pipe(viewInput.shape.name),
  list: wordOf(["deployments", "databases"]).default("deployments"),
  filter: filterText.default(""),
  sort: z
    .strictObject({ by: columnId, order: wordOf(["asc", "desc"]) }, { error: "must have by and order" })
    .nullable()
    .default(null),
  columns: listOf(columnId, mostColumns).nullable().default(null),
});
export type ViewEntry = z.output<typeof viewEntry>;

/** Every kind of object that a file can list, in the order in which they are applied. */
export const objectLists = {
  channels: listOf(channelEntry, mostEntries),
  routes: routeEntries,
  rules: listOf(ruleEntry, mostEntries),
  silences: listOf(silenceEntry, mostEntries),
  views: listOf(viewEntry, mostEntries),
};
export type ListName = keyof typeof objectLists;
export const listNames = Object.keys(objectLists) as ListName[];

/** The entries of each kind. */
export type Objects = { [Name in ListName]: z.output<(typeof objectLists)[Name]> };

/** What a file may hold that the command line applies. What it does not list is left alone. */
export const objectsFile = z.strictObject(
  {
    channels: objectLists.channels.optional(),
    routes: objectLists.routes.optional(),
    rules: objectLists.rules.optional(),
    silences: objectLists.silences.optional(),
    views: objectLists.views.optional(),
  },
  { error: ({ code }) => (code === "invalid_type" ? `must list ${listNames.join(", ")}` : undefined) },
);
export type ObjectsFile = z.output<typeof objectsFile>;

/** What is said of settings that people write although there are none. */
export const knownMistakes: readonly (readonly [string, string])[] = [
  ["url", "must not be in the file; use urlEnv or urlFile"],
  ["token", "must not be in the file; use tokenEnv or tokenFile"],
  ["routingKey", "must not be in the file; use routingKeyEnv or routingKeyFile"],
  ["secret", "must not be in the file; use secretEnv or secretFile"],
];

/** One line for each object that a file has twice. */
export function repeatedObjects(
  { channels = [], rules = [], silences = [], views = [] }: ObjectsFile,
  at: readonly PropertyKey[] = [],
): string[] {
  const found = new Repetitions();
  for (const [index, entry] of channels.entries())
    if ("name" in entry) found.once("channel", comparable(entry.name), [...at, "channels", index, "name"]);
    else found.once("kind", entry.kind, [...at, "channels", index, "kind"]);
  for (const [index, entry] of rules.entries())
    if ("builtIn" in entry) found.once("built-in rule", entry.builtIn, [...at, "rules", index, "builtIn"]);
    else found.once("rule", comparable(entry.name), [...at, "rules", index, "name"]);
  for (const [index, entry] of silences.entries())
    found.once("silence", `${silenceKey(entry)} ${entry.from ?? ""}`, [...at, "silences", index]);
  for (const [index, { name }] of views.entries())
    found.once("view", comparable(name), [...at, "views", index, "name"]);
  return found.faults;
}
