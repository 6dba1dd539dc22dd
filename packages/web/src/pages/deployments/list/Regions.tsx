import { Foreign } from "../../../ui/text/Foreign.tsx";

/** The first region, and how many more there are. Their names are in the title. */
export function Regions({ regions }: { regions: readonly string[] }) {
  const [first, ...more] = regions;
  if (first === undefined) return null;
  return (
    <span className="flex min-w-0 gap-1" title={regions.join(", ")}>
      <Foreign className="min-w-0 truncate">{first}</Foreign>
      {more.length > 0 && <span className="text-faint">+{more.length}</span>}
      {more.length > 0 && <span className="sr-only">{`: ${more.join(", ")}`}</span>}
    </span>
  );
}
