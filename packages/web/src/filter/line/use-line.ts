import { type Filter, filterOf, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatLine } from "@shardwatch/core/contract/filter/format";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { parameters } from "../../lib/address/urls.ts";
import type { ChangeFilter } from "../use-chosen.ts";

const debounce = 300; // milliseconds

/** A pasted address may have them. They are no fault. */
const others = [parameters.sort, parameters.order, parameters.page, parameters.pageSize];

/**
 * The line of a filter. The organization has a field of its own. After a field comes a space: what is typed there begins a
 * new part.
 */
function lineOf(filter: Filter): string {
  const shown = withTerm(filter, "org", undefined);
  return `${formatLine(shown)}${shown.terms.size > 0 ? " " : ""}`;
}

const isUnknownField = (fault: string) => fault.includes(": is not a field");

/** A fault as a sentence: "mem is not a field; did you mean memory?" */
function sentenceOf(fault: string): string {
  const sentence = fault.startsWith("search: ")
    ? fault.replace(/^search: (.)/, (_, first: string) => first.toUpperCase())
    : fault.replace(": ", " ");
  const inQuotes = isUnknownField(fault) ? " To search for it in names, put it in quotes." : "";
  return `${sentence}${sentence.endsWith("?") ? "" : "."}${inQuotes}`;
}

/**
 * What is typed into the line, and when it applies: after a short pause, and at once with Enter. A line with a fault
 * changes nothing. A field that does not exist is said after the pause, other faults with Enter: until then, the value
 * may be unfinished.
 * @param filter the active one; a change from outside (Back, a facet, "Clear all") replaces what is typed
 */
export function useLine(filter: Filter, onChange: ChangeFilter) {
  const shown = useMemo(() => lineOf(filter), [filter]);
  const [text, setText] = useState(shown);
  /** The text that applies, and its canonical form. */
  const [applied, setApplied] = useState({ text: shown, line: shown });
  const [seen, setSeen] = useState(shown);
  const [checked, setChecked] = useState({ text: shown, isDone: false });
  if (seen !== shown) {
    setSeen(shown);
    // Ignore our own line coming back from the URL: the person may have typed more.
    if (shown !== applied.line) {
      setText(shown);
      setApplied({ text: shown, line: shown });
    }
  }
  const { filter: read, faults } = useMemo(() => parseText(text, others, nearest), [text]);

  /** @param isSent whether Enter was pressed */
  function apply(isSent: boolean): void {
    const isDone = isSent || (checked.text === text && checked.isDone);
    setChecked({ text, isDone });
    if (faults.length > 0) return;
    const next = read.terms.has("org") ? read : withTerm(read, "org", filter.terms.get("org"));
    const line = lineOf(next);
    setApplied({ text: isDone ? line : text, line });
    if (isDone) setText(line);
    if (line !== shown || read.terms.has("org")) onChange(next, "replace");
  }
  const applyLater = useEffectEvent(() => apply(false));
  useEffect(() => {
    if (text === applied.text) return;
    const timer = setTimeout(applyLater, debounce);
    return () => clearTimeout(timer);
  }, [text, applied]);

  const said = faults.filter((fault) => checked.isDone || isUnknownField(fault));
  return {
    text,
    setText,
    applyNow: () => apply(true),
    /**
     * Nothing more is typed. What does not apply yet keeps its pause. The press that moved the focus may be meant for a row,
     * which must not move away before its click.
     */
    leave: () => (text === applied.text ? apply(true) : setChecked({ text, isDone: true })),
    /** Leaves out the words, and what has not been applied. */
    clearWords: () => {
      const next = filterOf("", filter.terms);
      const line = lineOf(next);
      setText(line);
      setApplied({ text: line, line });
      if (filter.search !== "") onChange(next, "replace");
    },
    /** What makes no sense, as sentences. */
    faults: checked.text === text ? said.map(sentenceOf) : [],
  };
}
