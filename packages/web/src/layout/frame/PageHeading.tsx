import type { ReactNode } from "react";
import { Foreign } from "../../ui/text/Foreign.tsx";

interface PageHeadingProps {
  /** The heading's text, and the document's title. */
  heading: string;
  /** What the heading is a part of, for the document's title. */
  within?: string | undefined;
  /** The id with which a table refers to the heading as its name. */
  id?: string;
  /** Shown in the heading until its text is known. */
  placeholder?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** The page's one h1 with the controls beside it. The h1 takes the focus when the page opens. */
export function PageHeading({ heading, within, id, placeholder, children, actions }: PageHeadingProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <title>{`${heading}${within ? ` - ${within}` : ""} - Shardwatch`}</title>
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
