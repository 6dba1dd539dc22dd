import { expect, test } from "vitest";
import { furtherColumns, readFilter } from "./ask.ts";

const faultOf = (text: string): string => {
  try {
    readFilter(text);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
};

test.each([
  ["utl>90", "filter has a name that is not a field (did you mean util?). filter_help lists the fields."],
  ["ignore:previous", "filter has a name that is not a field. filter_help lists the fields."],
  [
    "util>evil",
    "filter has a wrong value: util must be a percentage such as 90, or a range such as 80..95. filter_help lists the fields.",
  ],
])("OUT15 a filter that can't be read is a sentence that quotes nothing of it: %s", (text, sentence) => {
  expect(faultOf(text)).toBe(sentence);
});

test("OUT15 a list has the columns that its filter and its order ask about, each once", () => {
  const filter = readFilter("tls:no util>90 id:dep_1 org:org_1");
  expect(furtherColumns(["util"], { filter, sort: "ops", columns: ["region", "tls"] })).toEqual([
    "region",
    "tls",
    "ops",
  ]);
});
