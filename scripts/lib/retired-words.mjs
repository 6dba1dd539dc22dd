/**
 * Words that the project no longer uses in comments and documents, each with the word to use instead.
 * The expressions are matched against text in lower case, without code in backticks.
 * @type {readonly { word: RegExp, instead: string }[]}
 */
export const retiredWords = [
  { word: /\bhouses?\b/, instead: "services, the domain, or the product" },
  { word: /\brooms?\b/, instead: "package, module, or quota" },
  { word: /\bdoors?\b/, instead: "API" },
  { word: /\b(tells?|telling|told|untold)\b/, instead: "report, deliver, show, say, or distinguish" },
  { word: /\bst(ands?|ood)\b(?! for\b|-in)/, instead: "is, or be in" },
  { word: /\b(whose|its|their|our) words?(?= (it|counts|is shown))/, instead: "owner, or report" },
  { word: /\bwhoever\b/, instead: "a person who, or the caller" },
  { word: /\bwhereto\b/, instead: "where" },
  { word: /\bfor ever\b/, instead: "forever, or without end" },
  { word: /\bmeanwhile\b/, instead: "in between, or concurrently" },
  { word: /\b(go|goes|went|gone|going) on with\b/, instead: "continue" },
  { word: /\b(beats?|beaten)\b/, instead: "heartbeat, or update" },
  { word: /\bin turns?\b|\bby turns\b/, instead: "round-robin, or one after the other" },
  { word: /\bdepart(s|ed|ing|ures?)?\b/, instead: "delete, leave, or last figures" },
  { word: /\benrol(s|led|ling)?\b/, instead: "provision" },
  { word: /\breshap(e|es|ed|ing)\b/, instead: "commit" },
  { word: /\bvisitors?\b/, instead: "account, or caller" },
  { word: /\bdear(er|est)?\b/, instead: "expensive" },
  { word: /\bnobody's business\b|\bnone of (its|their) business\b/, instead: "private" },
  { word: /\bgraves?\b/, instead: "tombstones" },
];
