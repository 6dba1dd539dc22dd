import { supportAsOf } from "../../packages/core/src/contract/support/end-of-support.ts";
import { vulnerabilitiesAsOf } from "../../packages/core/src/contract/support/vulnerabilities.ts";

const oldest = 90;
const day = 86_400_000;

/**
 * The age of the tables that follow makers' pages.
 * @param {number} now Unix epoch in milliseconds
 */
export const tableAges = (now) =>
  [
    { name: "end of support", asOf: supportAsOf },
    { name: "vulnerabilities", asOf: vulnerabilitiesAsOf },
  ].map((table) => {
    const days = Math.floor((now - Date.parse(table.asOf)) / day);
    return { ...table, days, isDue: days > oldest };
  });
