/** A round G in the style of the other icons. */
export function GoogleLetter({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M18.4 6.2A8.5 8.5 0 1 0 20.5 12H13" />
    </svg>
  );
}
