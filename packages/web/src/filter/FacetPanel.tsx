import type { FieldName } from "@shardwatch/core/contract/filter/fields";
import { useEffect, useRef } from "react";
import { type ChoicesProps, FieldChoices } from "./FieldChoices.tsx";

/** The choices of one facet. The first one has the focus. */
export default function FacetPanel({ names, ...props }: ChoicesProps & { names: readonly FieldName[] }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input")?.focus(), []);
  return (
    <div ref={panel} className="grid max-h-[min(60dvh,26rem)] gap-1 overflow-y-auto p-2">
      {names.map((name) => (
        <FieldChoices key={name} name={name} titled={names.length > 1} {...props} />
      ))}
    </div>
  );
}
