import type { ReactNode } from "react";

/**
 * Text that somebody else wrote, like a name. Its direction is its own: a name from right to left does not turn around
 * what stands beside it.
 */
export function Foreign({ children, className }: { children: ReactNode; className?: string }) {
  return <bdi className={className}>{children}</bdi>;
}

/** A sentence of ours with somebody else's names in it. */
export function WithNames({ text, names }: { text: string; names: readonly string[] }) {
  const [name, ...others] = names;
  if (!name) return text;
  const parts = text.split(name);
  return parts.flatMap((part, index) => [
    // The order never changes: a sentence is written once.
    <WithNames key={`text ${index}`} text={part} names={others} />,
    ...(index < parts.length - 1 ? [<Foreign key={`name ${index}`}>{name}</Foreign>] : []),
  ]);
}

/** What a column or a list of facts shows: plain text is somebody else's. */
export const isolated = (content: ReactNode): ReactNode =>
  typeof content === "string" && content !== "" ? <Foreign>{content}</Foreign> : content;
