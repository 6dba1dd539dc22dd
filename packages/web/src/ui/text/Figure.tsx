import { Unknown } from "./Unknown.tsx";

/** A figure with its unit in a lighter tone: "24.00 MiB". It reads and copies as one text; "—" is unknown. */
export function Figure({ text }: { text: string }) {
  const space = text.lastIndexOf(" ");
  if (text === "—") return <Unknown why="Unknown" />;
  if (space === -1) return <span className="figures">{text}</span>;
  return (
    <span className="figures whitespace-nowrap">
      {text.slice(0, space)}
      <span className="text-faint">{text.slice(space)}</span>
    </span>
  );
}
