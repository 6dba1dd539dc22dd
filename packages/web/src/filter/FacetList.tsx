import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { countSet } from "./count-set.ts";
import type { Facet } from "./facets.ts";
import { type ChoicesProps, FieldChoices } from "./FieldChoices.tsx";

/** Facets below each other, each folded until it is opened. Only open ones count their rows. */
export default function FacetList({ facets, ...props }: ChoicesProps & { facets: readonly Facet[] }) {
  return (
    <div className="divide-y divide-line">
      {facets.map((facet) => (
        <FoldedFacet key={facet.label} facet={facet} {...props} />
      ))}
    </div>
  );
}

function FoldedFacet({ facet, ...props }: ChoicesProps & { facet: Facet }) {
  const [open, setOpen] = useState(false);
  const set = countSet(props.filter, facet.fields);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/facet">
      <summary className="flex h-9 cursor-pointer list-none items-center gap-2 px-2 font-medium hover:bg-hover focus-visible:-outline-offset-2 max-md:h-12">
        <ChevronRight
          aria-hidden
          className="size-4 text-muted motion-safe:transition-transform group-open/facet:rotate-90"
        />
        {facet.name}
        {set > 0 && (
          <span className="ml-auto text-sm font-normal text-accent">
            {set} <span className="sr-only">chosen</span>
          </span>
        )}
      </summary>
      {open && (
        <div className="grid gap-1 px-2 pb-2">
          {facet.fields.map((name) => (
            <FieldChoices key={name} name={name} titled={facet.fields.length > 1} {...props} />
          ))}
        </div>
      )}
    </details>
  );
}
