// What the build takes instead of lucide-react's createLucideIcon. See lean-icons.ts.
import { createElement, forwardRef } from "react";

const attributes = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
};

/** A name, a role or a title is for screen readers. Without one, they pass over the icon. */
const isNamed = (props) => Object.keys(props).some((name) => /^(aria-|role$|title$)/.test(name));

export default ({ node }) =>
  forwardRef((props, ref) =>
    createElement(
      "svg",
      { ref, ...attributes, ...(!isNamed(props) && { "aria-hidden": "true" }), ...props },
      ...node.map(([tag, lines]) => createElement(tag, lines)),
    ),
  );
