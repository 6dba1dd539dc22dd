import { lazy, type ReactNode, Suspense } from "react";
import { Popover } from "../ui/popup/Popover.tsx";
import { useToolbar } from "../ui/table/use-toolbar.ts";
import { countSet } from "./count-set.ts";
import type { FilterProps } from "./props.ts";

const loadPanel = () => import("./FacetPanel.tsx");
const loadList = () => import("./FacetList.tsx");
const [FacetPanel, FacetList] = [lazy(loadPanel), lazy(loadList)];

/** A button for each facet, and one for the rarer ones. Tab reaches one of them, and arrow keys lead to the others. */
export function FacetButtons({ facets: { shown, more }, filter, onChange, known }: FilterProps) {
  const choices = { filter, onChange, known };
  const rarer = countSet(
    filter,
    more.flatMap(({ fields }) => fields),
  );
  const { toolbar, tabIndexOf } = useToolbar();
  return (
    <div {...toolbar} aria-label="Filters" className="flex flex-wrap items-center gap-1.5 px-4 pb-2">
      {shown.map(({ name, label, fields }, index) => {
        const set = countSet(filter, fields);
        return (
          <Popover
            key={name}
            label={name}
            state={chosen(set)}
            tabIndex={tabIndexOf(index)}
            onNear={() => void loadPanel()}
            content={
              <Waiting>
                <FacetPanel names={fields} {...choices} />
              </Waiting>
            }
          >
            {label}
            <CountSet count={set} />
          </Popover>
        );
      })}
      <Popover
        label="More filters"
        state={chosen(rarer)}
        tabIndex={tabIndexOf(shown.length)}
        onNear={() => void loadList()}
        content={
          <Waiting>
            <div className="max-h-[min(60dvh,30rem)] overflow-y-auto">
              <FacetList facets={more} {...choices} />
            </div>
          </Waiting>
        }
      >
        More filters
        <CountSet count={rarer} />
      </Popover>
    </div>
  );
}

const chosen = (count: number) => (count > 0 ? `${count} chosen` : undefined);

/** The number of chosen values, for the eye. The button's name says it too. */
function CountSet({ count }: { count: number }) {
  return (
    count > 0 && (
      <span aria-hidden className="figures rounded-sm bg-accent-fill px-1.5 text-xs text-on-accent">
        {count}
      </span>
    )
  );
}

/** The popover keeps a height while its code loads. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<div className="h-24" aria-busy="true" />}>{children}</Suspense>
);
