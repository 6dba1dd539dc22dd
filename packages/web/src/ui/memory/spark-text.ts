import {
  sparkHours,
  sparkLevels,
  sparkRelative,
  sparkUnknown,
} from "@shardwatch/core/contract/history/census";

const top = sparkLevels.length - 1;
/** Between two hours, in units of the drawing. */
const step = 2;

/** The drawing's own size: a path has whole numbers only. */
export const sparkBox = `0 0 ${(sparkHours - 1) * step} ${top}`;

/** Whether the line has no limit to compare with. */
export const isRelative = (text: string): boolean => text.startsWith(sparkRelative);

/** The levels of the hours, the oldest first; undefined where nothing was reported. */
function levelsOf(text: string): (number | undefined)[] {
  const characters = isRelative(text) ? text.slice(1) : text;
  return characters
    .split("")
    .map((character) => (character === sparkUnknown ? undefined : sparkLevels.indexOf(character)));
}

/** A sparkline: its path, and its newest point. */
interface SparkDrawing {
  d: string;
  x: number;
  y: number;
}

/** Each text is drawn once: a page of the list comes back, and many lines are flat. */
function cached(
  draw: (levels: readonly (number | undefined)[]) => SparkDrawing,
): (text: string) => SparkDrawing {
  const drawings = new Map<string, SparkDrawing>();
  return (text) => {
    let drawing = drawings.get(text);
    if (drawing === undefined) {
      drawing = draw(levelsOf(text));
      if (drawings.size >= mostDrawings) drawings.clear();
      drawings.set(text, drawing);
    }
    return drawing;
  };
}

const mostDrawings = 20_000;

/** The least difference between the lowest and the highest level of a drawing: ten points. A smaller one looks small. */
const leastSpan = 6;

/**
 * The drawing of a sparkline. It uses the height that there is: the words have its size. Hours without a value are a gap,
 * and a lone hour is a dot.
 */
export const sparkDrawing = cached((levels) => {
  const known = levels.filter((level) => level !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(leastSpan, highest - lowest);
  const low = (lowest + highest - span) / 2;
  const heightOf = (level: number) => Math.round(top - ((level - low) / span) * top);
  const newest = levels.findLastIndex((level) => level !== undefined);
  const d = levels
    .map((level, hour) => {
      if (level === undefined) return "";
      const place = `${hour * step} ${heightOf(level)}`;
      if (levels[hour - 1] !== undefined) return `L${place}`;
      // A dot goes to the left, so that the newest one stays within the drawing.
      return levels[hour + 1] === undefined ? `M${place}h-1` : `M${place}`;
    })
    .join("");
  return { d, x: Math.max(0, newest) * step, y: newest < 0 ? 0 : heightOf(levels[newest] ?? 0) };
});

/** A level is 1.6 points, so a smaller difference may be none. */
const leastPoints = 2;

/** "Up about 3 points in 24 hours"; undefined for less than two hours. */
export function sparkWords(text: string): string | undefined {
  const levels = levelsOf(text);
  const begin = levels.findIndex((level) => level !== undefined);
  const end = levels.findLastIndex((level) => level !== undefined);
  const [first = 0, last = 0] = [levels[begin], levels[end]];
  if (begin === end) return undefined;
  const hours = end - begin + 1;
  const within = `in ${hours} hours`;
  if (isRelative(text) && first === 0) return last === 0 ? `Steady ${within}` : undefined;
  const change = isRelative(text) ? (last / first - 1) * 100 : ((last - first) / top) * 100;
  if (Math.abs(change) < leastPoints) return `Steady ${within}`;
  const size = Math.round(Math.abs(change));
  return `${change > 0 ? "Up" : "Down"} about ${size}${isRelative(text) ? "%" : " points"} ${within}`;
}
