/** In place of a value that is unknown, or that there is none of. The reason is in the title, and for screen readers. */
export function Unknown({ why }: { why: string }) {
  return (
    <span className="text-faint" title={why}>
      <span aria-hidden>—</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}
