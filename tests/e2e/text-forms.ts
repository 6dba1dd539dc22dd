/** What a text of the product must not hold, with a text that does. */
interface Form {
  fault: string;
  pattern: RegExp;
  /** Each one has the fault. */
  wrong: readonly string[];
}

const months = "January|February|March|April|June|July|August|September|October|November|December";

/** Units, dates, ages, percentages and names have one form. */
const forms: readonly Form[] = [
  { fault: "a space before the percent sign", pattern: /\d[ \u00a0]%/, wrong: ["96.9 %"] },
  { fault: "a clock of 12 hours", pattern: /\d[ \u00a0\u202f]?[AP]M\b/i, wrong: ["11:56 PM", "9 am"] },
  { fault: "a date in digits", pattern: /\b\d{4}-\d\d-\d\d\b/, wrong: ["2024-07-29"] },
  { fault: "a date with slashes", pattern: /\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/, wrong: ["11/21/2026"] },
  {
    fault: "a date in another order",
    pattern: /\b\d{1,2}\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/,
    wrong: ["21 Nov 2026"],
  },
  {
    fault: "a month in full",
    pattern: new RegExp(`\\b(?:${months}) \\d`),
    wrong: ["November 21, 2026"],
  },
  {
    fault: "an age in another form",
    pattern: /\b(?:\d+ ?(?:s|min|mins|h|hr|hrs|d|w|wk|mo|y|yr|yrs)|an?|one|last) (?:\w+ )?ago\b/,
    wrong: ["3d ago", "5 min ago", "an hour ago"],
  },
  {
    fault: "an age of more than 30 days in days",
    pattern: /(?<!more than )\b(?:3[1-9]|[4-9]\d|\d{3,}|\d,\d{3}) days ago\b/,
    wrong: ["31 days ago", "1,000 days ago"],
  },
  { fault: "no space before a unit of bytes", pattern: /\d(?:[KMGTP]iB|B)\b/, wrong: ["4GiB", "512B"] },
  {
    fault: "a decimal unit of bytes",
    pattern: /\d[ \u00a0]?(?:KB|kB|MB|GB|TB)\b/,
    wrong: ["4 GB", "512KB"],
  },
  { fault: "a space before k, M or G", pattern: /\d[ \u00a0][kMG](?![\w%])/, wrong: ["12.3 k", "1.2 M/s"] },
  { fault: "British spelling", pattern: /licence/i, wrong: ["Licence", "RAM licences"] },
  {
    fault: "a value that was not formatted",
    pattern: /\bNaN\b|\bundefined\b|\[object |Invalid Date/,
    wrong: ["NaN%", "Invalid Date"],
  },
];

/** Phrases that the product said once, and that nobody says. */
const formerPhrases = [
  "No new data arrives",
  "brings no data",
  "has brought no data",
  "rejected the keys",
  "Lasts since",
  "Incident opened",
  "The source says",
  "A store that is full refuses",
  "if its keys may be lost",
  "What is wrong, and why",
  "is silent with",
  "no message goes out",
  "Every incident of a rule",
  "Deployments of a filter",
  "Until another time",
  "Take back",
  "Told E-mail",
  "Channels for incidents",
  "Goes to",
  "Test of the channel",
  "Answered 200",
  "Own range",
  "of this browser",
  "All as one",
  "Newest values",
  "Worst status of each hour",
  "At most five minutes old",
  "resident by used memory",
  "It has no replicas",
  "says little below",
  "in which the nodes differ",
  "belong to the nodes",
  "end of support not known",
  "What left the host",
  "Privacy of ",
  "Sent, and not kept like that",
  "Worked out by Shardwatch",
  "parts with the same fields",
  "No counts are kept of this report",
  "keeps none either",
  "Last reading",
  "Next reading",
  "former secret",
  "it stops at once",
  "agent moved",
  "agents moved",
  "Name it after the server",
  "See it report",
  "Where the server has passwords",
  "See what is found",
  "from the first source on",
  "is listed here",
  "Only memory is read",
  "Switch on detailed history",
  "CloudWatch bills it",
  "message is now",
  "message is gone",
];

const all: readonly Form[] = [
  ...forms,
  ...formerPhrases.map((phrase) => ({
    fault: `the former phrase "${phrase}"`,
    pattern: new RegExp(phrase.replaceAll(/[.*+?()[\]{}|^$\\]/g, String.raw`\$&`), "i"),
    wrong: [phrase],
  })),
];

/** What is wrong with a text: the fault with the words around it. Each fault once. */
export const faultsOf = (text: string): string[] =>
  all.flatMap(({ fault, pattern }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const from = Math.max(0, found.index - 30);
    return [`${fault}: "${text.slice(from, found.index + found[0].length + 30).replaceAll("\n", " ")}"`];
  });

/** The faults that their own examples do not show. */
export const blindForms = (): string[] =>
  all.flatMap(({ fault, wrong }) =>
    wrong.filter((text) => !faultsOf(`Since ${text}.`).some((found) => found.startsWith(`${fault}:`))),
  );

/** Texts that are right, and must have no fault. */
export const rightTexts = [
  "96.9% of 4.00 GiB, since Nov 21, 2025, 23:56, 3 weeks ago",
  "12.3k ops/s, 1.23M keys, 512.00 B, 5 minutes ago, in 40 days",
  "Licenses: 16 of 17 RAM shards. Redis 7.4.2-54 on 10.0.0.7",
];
