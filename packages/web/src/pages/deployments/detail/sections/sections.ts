/** The ids of the page's parts, which are in bookmarks, with what the links to them say. In the order of the page. */
const names = {
  overview: "Overview",
  databases: "Databases",
  outlook: "Outlook",
  history: "History",
  changes: "Changes",
  source: "Source",
} as const;
export type SectionId = keyof typeof names;

interface SectionLink {
  id: SectionId;
  label: string;
}

/** The parts that a deployment with so many databases has. Without any there is no outlook. */
export const sectionsOf = (databases: number | undefined): SectionLink[] =>
  Object.entries(names)
    .map(([id, label]) => ({ id: id as SectionId, label }))
    .filter(({ id }) => databases !== 0 || (id !== "databases" && id !== "outlook"));

/** Where a part begins, in pixels from the top of the window. */
interface Placed {
  id: SectionId;
  top: number;
}

/** So far below the bar a heading may be and still be the one that is read, in pixels. */
const tolerance = 24;

interface View {
  /** Below the bar, in pixels from the top of the window. */
  begin: number;
  /** The height of the window. */
  end: number;
  /** Whether the page can't be scrolled further down. */
  isAtEnd: boolean;
  /** The part that the address names. */
  target: string;
}

/**
 * The part that a person reads: the last that begins above the line below the bar. At the end of the page, the last ones
 * never come there. Then it is that of them which was asked for, else the last.
 * @param placed in the order of the page
 */
export function currentSection(
  placed: readonly Placed[],
  { begin, end, isAtEnd, target }: View,
): SectionId | undefined {
  const line = begin + tolerance;
  if (!isAtEnd) return (placed.findLast(({ top }) => top <= line) ?? placed[0])?.id;
  const asked = placed.find(({ id, top }) => id === target && top > line && top < end);
  return (asked ?? placed.at(-1))?.id;
}
