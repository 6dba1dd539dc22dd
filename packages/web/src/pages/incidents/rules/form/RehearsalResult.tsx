import type { RuleRehearsal } from "@shardwatch/core/contract/incident/rehearsal";
import { formatLine } from "@shardwatch/core/contract/filter/format";
import { filterOfText } from "@shardwatch/core/contract/incident/rule-sentence";
import { Button } from "../../../../ui/form/Button.tsx";
import { Fold } from "../../../../ui/section/Fold.tsx";
import { WithNames } from "../../../../ui/text/Foreign.tsx";
import { DeploymentLink } from "./DeploymentLink.tsx";
import { DayBars, dayOf } from "./DayBars.tsx";
import { boundsText, countsText, movedText, rehearsalText, resolutionText } from "./rehearsal-texts.ts";
import { SmallTable } from "../../../../ui/table/SmallTable.tsx";

interface RehearsalResultProps {
  found: RuleRehearsal;
  organization: string | undefined;
  /** Called to leave a deployment out of the scope. */
  onLeaveOut: (id: string) => void;
}

/** The deployments with most incidents, each with a button that leaves it out of the scope. */
function Noisiest({ found, organization, onLeaveOut }: RehearsalResultProps) {
  return (
    <section aria-label="Deployments with most incidents" className="grid gap-1">
      <h3 className="font-medium">Most incidents</h3>
      <ul>
        {found.noisiest.map(({ id, name, ...bounds }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-0.5">
            <DeploymentLink id={id} name={name} organization={organization} />
            <span className="figures text-sm text-muted">{boundsText(bounds)}</span>
            <span className="ml-auto">
              <Button onClick={() => onLeaveOut(id)}>
                Leave this out <span className="sr-only">: {name}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a rule would have done: the sentence first, then by day, by deployment and by threshold. */
export function RehearsalResult(props: RehearsalResultProps) {
  const { found } = props;
  const { days, noisiest, neighbours, notKept, deployments, messages, longest } = found;
  const text = rehearsalText(found);
  const names = [...messages, ...longest].map(({ name }) => name);
  return (
    <>
      <p role="status" className="font-medium wrap-anywhere">
        <WithNames text={text} names={[...new Set(names)]} />
      </p>
      <DayBars
        label={`Incidents a day, at least and at most. ${text}`}
        bars={days.map(({ date, least, most, resolution, unknownShare }) => ({
          date,
          least,
          most,
          isUnknown: resolution === null || unknownShare >= 1,
        }))}
      />
      <p className="text-sm text-muted">
        Solid: certain. Lighter: possible, because only the largest value of an hour is kept. Hatched:
        unknown.
        {deployments.leftOut > 0 &&
          ` The past of ${deployments.read} of ${deployments.inScope} deployments was read.`}
      </p>
      <Fold title="Days as a table">
        <SmallTable
          caption="Days"
          headers={["Day", "Incidents", "Minutes", "Unknown", "Every"]}
          rows={days
            .toReversed()
            .map(({ date, firing, resolution, unknownShare, ...bounds }) => [
              date,
              dayOf(date),
              resolution === null ? "—" : boundsText(bounds),
              resolution === null ? "—" : boundsText(firing),
              `${Math.round(unknownShare * 100)}%`,
              resolutionText(resolution),
            ])}
        />
      </Fold>
      {noisiest.length > 0 && <Noisiest {...props} />}
      {neighbours.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium">With another threshold</h3>
          <SmallTable
            caption="With another threshold"
            headers={["Condition", "Moved by", "Incidents"]}
            rows={neighbours.map((one) => [
              String(one.by),
              <code key="when" className="font-mono wrap-anywhere">
                {formatLine(filterOfText(one.when))}
              </code>,
              movedText(one),
              countsText(one),
            ])}
          />
        </section>
      )}
      {notKept.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium">No past</h3>
          <ul className="text-sm text-muted">
            {notKept.map(({ field, label, reason }) => (
              <li key={field}>
                {label}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
