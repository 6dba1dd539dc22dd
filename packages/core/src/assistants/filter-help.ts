import { filterHelp as schemas } from "../contract/assistants/lists.ts";
import { fieldNames, fields } from "../contract/filter/fields.ts";
import { tool } from "./tool.ts";

const grammar = [
  "A filter is a line of terms with blanks between them. All of them must hold.",
  "field:value is a term. Several values with commas: one of them must hold. A minus in front excludes: -type:CLOUD.",
  "Numbers compare: util>90, license<=30, databases>=2. A range: memory:1GiB..4GiB, version:..7.2. Sizes have KiB, MiB, GiB or TiB.",
  "The word none asks for what doesn't have the fact, such as a limit. The word unknown asks for what could not be read.",
  'A word without a field searches the names. Quotes keep blanks: search:"my cache". A whole id finds one deployment.',
  "Deployments are judged as a whole: by their fullest database and their lowest version. find_databases judges each database.",
];

const examples = [
  "util>90 policy:noeviction",
  "maxmemory:none",
  "severity:critical,warning",
  "fresh:silent",
  "version:..7.2 engine:redis",
  "source:redis-cloud region:eu-west-1",
  "license<=30",
  "eos:ended",
  "orders -tls:yes",
];

export const filterHelp = tool({
  name: "filter_help",
  title: "How to write a filter",
  description:
    "How to write a filter: its grammar, examples, and which fields there are with their values, such as databases without a limit.",
  ...schemas,
  answer: () => {
    const rows = fieldNames
      .filter((name) => name !== "org")
      .map((name) => [name, fields[name].label, fields[name].hint.replace(/^must be (one of )?/, "")]);
    const table = { columns: ["name", "label", "values"], rows };
    return Promise.resolve({ structured: { grammar, examples, fields: table } });
  },
});
