import { type ReactNode, useId } from "react";

interface SectionProps {
  heading: string;
  /** The id of the heading, with which a table refers to its name. */
  headingId?: string;
  /** Shown beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A framed part of a page with its heading. It clips and does not scroll, so that content can stick to the window. */
export function Section({ heading, headingId, action, children }: SectionProps) {
  const ownId = useId();
  const id = headingId ?? ownId;
  return (
    <section aria-labelledby={id} className="panel min-w-0 overflow-clip">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={id} className="font-semibold">
          {heading}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
