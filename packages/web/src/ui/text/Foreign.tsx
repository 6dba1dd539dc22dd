import type { ReactNode } from "react";

/** Untrusted text, like a name. It is isolated: right-to-left text does not reorder the text around it. */
export function Foreign({ children, className }: { children: ReactNode; className?: string }) {
  return <bdi className={className}>{children}</bdi>;
}

/** The same in bold, for what a sentence is about. */
export const ForeignName = ({ children }: { children: ReactNode }) => (
  <strong className="break-words">
    <Foreign>{children}</Foreign>
  </strong>
);

/** A sentence of ours that contains untrusted names. */
export function WithNames({ text, names }: { text: string; names: readonly string[] }) {
  const [name, ...others] = names;
  if (!name) return text;
  const parts = text.split(name);
  return parts.flatMap((part, index) => [
    // The parts never change their order, so the index is a stable key.
    <WithNames key={`text ${index}`} text={part} names={others} />,
    ...(index < parts.length - 1 ? [<Foreign key={`name ${index}`}>{name}</Foreign>] : []),
  ]);
}

/** A value of a column or a fact: plain text is untrusted. */
export const isolated = (content: ReactNode): ReactNode =>
  typeof content === "string" && content !== "" ? <Foreign>{content}</Foreign> : content;
