import type { RulePreview as Found } from "@shardwatch/core/contract/incident/rehearsal";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type Previewed, rulePreviewQuery, ruleEveningsQuery } from "../../../../api/incidents/rehearsal.ts";
import { formatCount } from "../../../../lib/words/count.ts";
import { describeError } from "../../../../lib/errors.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { Section } from "../../../../ui/section/Section.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { DeploymentLink } from "./DeploymentLink.tsx";
import { Evenings } from "./Evenings.tsx";
import { countsText, doubtOf, reasonText, warningText } from "./preview-texts.ts";
import { definitionOf, faultsOf, type RuleValues } from "./rule-values.ts";
import { useSettled } from "../../../../lib/use-settled.ts";

/** How long a text stays the same before it is asked about, in milliseconds. */
const pause = 250;

/** The parts that decide on what the rule finds; null while one of them makes no sense. */
function previewedOf(values: RuleValues): Previewed | null {
  const faults = faultsOf(values);
  if (faults.scope ?? faults.when ?? faults.worse ?? faults.clear) return null;
  const { scope, when, worse, clear, unknown } = definitionOf(values);
  return { scope, when, worse, clear, unknown };
}

/** How many deployments are named. */
const named = 8;

/** Deployments that match now. */
function Samples({ found, organization }: { found: Found; organization: string | undefined }) {
  const { samples, matching } = found;
  if (samples.length === 0) return null;
  const shown = samples.slice(0, named);
  const others = matching - shown.length;
  return (
    <ul aria-label="Matches now">
      {shown.map(({ id, name, value }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <DeploymentLink id={id} name={name} organization={organization} />
          {value !== null && (
            <span className="figures text-sm text-muted">
              <Foreign>{value}</Foreign>
            </span>
          )}
        </li>
      ))}
      {others > 0 && <li className="text-sm text-muted">and {formatCount(others)} more</li>}
    </ul>
  );
}

/** What is unusual about the rule, and why too little is known. */
function Remarks({ found, doubt }: { found: Found; doubt: string | undefined }) {
  const warning = doubt ?? warningText(found);
  return (
    <>
      {warning !== undefined && (
        <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          {warning}
        </p>
      )}
      {found.reasons.length > 0 && (
        <ul aria-label="Why it is unknown" className="text-sm text-muted">
          {found.reasons.map((part) => (
            <li key={`${part.field} ${part.source} ${part.reason}`}>{reasonText(part)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Loads what failed once more. */
const Retry = ({ query }: { query: { refetch: () => Promise<unknown> } }) => (
  <Button className="justify-self-start" onClick={() => void query.refetch()}>
    Retry
  </Button>
);

interface RulePreviewProps {
  values: RuleValues;
  organization: string | undefined;
}

/** What a rule finds now and would have found, while it is typed. Its failure is no reason not to save the rule. */
export function RulePreview({ values, organization }: RulePreviewProps) {
  const previewed = previewedOf(values);
  const settled = useSettled(previewed, pause) ?? undefined;
  const now = useQuery(rulePreviewQuery(settled, organization));
  // The present comes first, and the past once it is there.
  const past = useQuery(
    ruleEveningsQuery(now.isSuccess && !now.isPlaceholderData ? settled : undefined, organization),
  );
  const isOld =
    previewed === null || now.isPlaceholderData || JSON.stringify(previewed) !== JSON.stringify(settled);
  const found = settled && now.data;
  const isEmpty = values.when.trim() === "";
  const failed = now.error && !isOld ? describeError(now.error, "The preview can't be loaded.") : undefined;
  const text = isEmpty
    ? "Type what is wrong to see what it finds now."
    : previewed === null
      ? "Correct the filters to see what it finds now."
      : failed
        ? `${failed.headline} You can save the rule without it.`
        : found
          ? countsText(found)
          : "Counting…";
  return (
    <Section heading="Preview">
      <div className="grid min-h-40 content-start gap-3 p-4">
        <p role="status" className={`figures ${isOld ? "text-muted" : "font-medium"}`}>
          {text}
        </p>
        {failed && <Retry query={now} />}
        {found && !failed && previewed !== null && (
          <>
            <Remarks found={found} doubt={doubtOf(values.when)} />
            <Samples found={found} organization={organization} />
            {past.data ? (
              <Evenings found={past.data} />
            ) : (
              <>
                <p className="text-sm text-muted">
                  {past.isError ? "The last 30 evenings can't be loaded." : "Loading the last 30 evenings…"}
                </p>
                {past.isError && <Retry query={past} />}
              </>
            )}
          </>
        )}
      </div>
    </Section>
  );
}
