/** A figure with its unit in a lighter tone: "24.00 MiB", "N/A". It reads and copies as one text. */
export function Figure({ text }: { text: string }) {
  const space = text.lastIndexOf(" ");
  if (space === -1) return <span className={text === "N/A" ? "text-faint" : "figures"}>{text}</span>;
  return (
    <span className="figures whitespace-nowrap">
      {text.slice(0, space)}
      <span className="text-faint">{text.slice(space)}</span>
    </span>
  );
}
