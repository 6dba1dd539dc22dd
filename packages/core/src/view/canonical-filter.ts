import { canonicalText } from "../contract/filter/canonical.ts";
import { wrongFields } from "../kit/problem.ts";

/** The one text of a filter that is written as a line or as an address. Throws invalid with a sentence for each part that makes no sense. */
export function canonicalFilter(text: string): string {
  const { canonical, faults } = canonicalText(text);
  if (faults.length > 0) throw wrongFields(faults);
  return canonical;
}
