/** The mark: the shards of a fleet, stacked. */
export function LogoMark({ className = "size-6" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className={`text-accent ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M12 2.5 20.5 7 12 11.5 3.5 7Z" fill="currentColor" strokeLinejoin="round" />
      <path d="m3.5 12 8.5 4.5 8.5-4.5" strokeLinecap="round" strokeLinejoin="round" />
      <path d="m3.5 17 8.5 4.5 8.5-4.5" strokeLinecap="round" strokeLinejoin="round" opacity=".55" />
    </svg>
  );
}
