/** A placeholder block while content loads. It is invisible for the first 150 ms. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span className="block animate-appear" aria-hidden>
      <span className={`block rounded-sm bg-track motion-safe:animate-pulse ${className}`} />
    </span>
  );
}
