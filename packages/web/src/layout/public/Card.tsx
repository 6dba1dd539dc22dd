import type { ReactNode } from "react";

interface CardProps {
  heading: string;
  /** One line below the heading. */
  text?: ReactNode;
  children: ReactNode;
}

/** The content of a public page under its heading, which also sets the document's title. */
export function Card({ heading, text, children }: CardProps) {
  return (
    <div className="grid gap-6">
      <title>{`${heading} - Shardwatch`}</title>
      <div className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
          {heading}
        </h1>
        {text && <p className="wrap-anywhere text-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
