import type { ReactNode } from "react";
import { Foreign } from "../ui/Foreign.tsx";

interface PageHeadingProps {
  /** The heading's text; it is the document's title too. */
  heading: string;
  /** The id by which a table is named after the page. */
  id?: string;
  /** What stands in the heading while its text is not known yet. */
  placeholder?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** The page's one h1 with what stands beside it. The h1 takes the focus when the page opens. */
export function PageHeading({ heading, id, placeholder, children, actions }: PageHeadingProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <title>{`${heading} - Shardwatch`}</title>
      <div className="grid min-w-0 gap-1">
        <h1 id={id} tabIndex={-1} className="min-h-7 text-xl font-semibold tracking-tight break-words">
          {placeholder ? <span className="sr-only">{heading}</span> : <Foreign>{heading}</Foreign>}
          {placeholder}
        </h1>
        {children}
      </div>
      {actions}
    </header>
  );
}
