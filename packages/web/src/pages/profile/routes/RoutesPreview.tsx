import type { Routes, RoutesPreview as Found } from "@shardwatch/core/contract/incident/route";
import { useQuery } from "@tanstack/react-query";
import { routesPreviewQuery } from "../../../api/incidents/routes.ts";
import { describeError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { SmallTable } from "../../../ui/table/SmallTable.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { isRight, previewText, routesOf, type RoutesValues } from "./route-values.ts";

/** How long the fields stay the same before they are asked about, in milliseconds. */
const pause = 400;

const rowsOf = ({ recipients }: Found) =>
  recipients.map(
    ({ id, name, isOn, before, after }) =>
      [
        id,
        <span key="name" className="wrap-anywhere">
          <Foreign>{name}</Foreign>
          {!isOn && <span className="text-muted"> (off)</span>}
        </span>,
        formatCount(before),
        <span key="after" className={before === after ? "" : "font-medium"}>
          {formatCount(after)}
        </span>,
      ] as const,
  );

/** How many each route takes, by the fields that were asked about. One about several deployments can take several. */
const takenOf = ({ routes, rest }: Found, asked: Routes) => [
  ...asked.routes.map(
    ({ filter }, index) =>
      [
        `${index} ${filter}`,
        <span key="name" className="flex gap-2">
          <span className="figures text-muted">{index + 1}</span>
          <Foreign className="min-w-0 wrap-anywhere">{filter}</Foreign>
        </span>,
        formatCount(routes[index] ?? 0),
      ] as const,
  ),
  ["rest", "Everything else", formatCount(rest.after)] as const,
];

/** What the last 30 days would have sent to whom, by the routes of the fields and by those that are saved. */
export function RoutesPreview({ values }: { values: RoutesValues }) {
  const asked = isRight(values) ? routesOf(values) : null;
  const settled = useSettled(asked, pause) ?? undefined;
  const { data, error, isPlaceholderData } = useQuery(routesPreviewQuery(settled));
  const isOld =
    asked === null || isPlaceholderData || JSON.stringify(asked) !== JSON.stringify(settled ?? null);
  const failed = error && !isOld ? describeError(error, "The preview can't be loaded.") : undefined;
  const found = settled && !failed ? data : undefined;
  const text =
    asked === null
      ? "Complete the routes to see who would have got what."
      : failed
        ? `${failed.headline} You can save the routes without it.`
        : found
          ? previewText(found)
          : "Counting…";
  return (
    <section
      aria-label="Preview"
      className="min-h-40 min-w-0 border-line p-4 max-xl:border-t xl:self-stretch xl:border-l"
    >
      <div className="grid gap-3 xl:sticky xl:top-24">
        <h3 className="font-medium">Preview</h3>
        <p role="status" className={`figures ${isOld ? "text-muted" : ""}`}>
          {text}
        </p>
        {found && asked !== null && (
          <>
            <SmallTable
              caption="Incidents by recipient"
              headers={["Recipient", "Before", "After"]}
              rows={rowsOf(found)}
            />
            <SmallTable
              caption="Incidents by route"
              headers={["Route", "Takes"]}
              rows={takenOf(found, settled ?? asked)}
            />
          </>
        )}
      </div>
    </section>
  );
}
