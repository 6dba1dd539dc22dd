import { ExpandButton } from "./ExpandButton.tsx";
import type { RowsProps } from "./rows.ts";
import { rowsBody } from "./rows-body.ts";
import { Skeleton } from "./Skeleton.tsx";

/** The link in a card's title takes clicks anywhere on the card. */
const linkCoversCard = "[&_[data-row-link]]:after:absolute [&_[data-row-link]]:after:inset-0";
const skeletonCards = [0, 1, 2, 3];

/** The rows of a DataTable as cards, every field with its name, for small windows. */
export function CardList<Row>({
  labelledBy,
  columns,
  rows,
  rowKey,
  onOpen,
  details,
  body,
  expanded,
}: RowsProps<Row>) {
  const { isOpen, toggle } = expanded;
  const [first, ...others] = columns;
  const fields = others.filter((column) => !column.actions);
  const actions = others.find((column) => column.actions);
  return (
    <ul
      {...rowsBody(columns, body)}
      aria-labelledby={labelledBy}
      aria-busy={rows === undefined}
      className="divide-y divide-line"
    >
      {rows === undefined &&
        skeletonCards.map((index) => (
          <li key={index} className="grid h-40 content-start gap-3 p-4">
            <Skeleton className="h-5 w-44" />
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-full" />
          </li>
        ))}
      {rows?.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className="relative grid gap-2 p-4">
            <div className={`flex min-h-6 items-center gap-1 font-medium ${onOpen ? linkCoversCard : ""}`}>
              {details && (
                <ExpandButton label={details.label(row)} open={isOpen(key)} onToggle={() => toggle(key)} />
              )}
              {first?.cell(row)}
              {actions && <span className="-my-2.5 -mr-2.5 ml-auto">{actions.cell(row)}</span>}
            </div>
            <dl className="grid gap-1.5">
              {fields.map(({ id, header, cell }) => {
                const value = cell(row);
                return (
                  value != null && (
                    <div
                      key={id}
                      className="grid min-h-6 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-3"
                    >
                      <dt className="text-sm text-muted">{header}</dt>
                      <dd className="justify-self-end text-right">{value}</dd>
                    </div>
                  )
                );
              })}
            </dl>
            {details && isOpen(key) && <div className="rounded-md bg-sunken p-4">{details.content(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
