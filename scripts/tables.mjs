import { tableAges } from "./lib/table-ages.mjs";

// Ends of support and vulnerabilities change without a change of ours. This says which table is due for a look.
const due = tableAges(Date.now());
for (const { name, asOf, days, isDue } of due)
  console.log(`${isDue ? "DUE" : "ok "} ${name}: as of ${asOf}, ${days} days old`);
if (due.some(({ isDue }) => isDue)) {
  console.log("Compare the table with its sources, which its comment names, and set its date.");
  process.exitCode = 1;
}
