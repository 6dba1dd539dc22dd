import { useSparklines } from "./use-sparklines.ts";

/** Draws the sparklines of a page. As a part of its own, its code loads after the page. */
export default function Sparklines() {
  useSparklines();
  return null;
}
