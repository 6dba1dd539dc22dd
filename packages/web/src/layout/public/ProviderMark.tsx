import marks from "../provider-marks.svg";

/** The mark of Google or GitHub by their branding rules. It is in a file, so it is no part of the first script. */
export function ProviderMark({ of }: { of: "google" | "github" }) {
  return (
    <svg aria-hidden className="size-4.5 shrink-0">
      <use href={`${marks}#${of}`} />
    </svg>
  );
}
