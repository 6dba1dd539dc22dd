import {
  Activity,
  CircleArrowUp,
  Database,
  type LucideIcon,
  Server,
  SlidersHorizontal,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { ReportedBy } from "../layout/ReportedBy.tsx";
import { absoluteTime } from "../lib/time/absolute-time.ts";
import { useZone } from "../lib/time/time-zone.ts";
import { clockText, wallClock } from "../lib/time/zone.ts";
import { formatCount } from "../lib/words/count.ts";
import { Button } from "../ui/form/Button.tsx";
import { Foreign } from "../ui/text/Foreign.tsx";
import { StatusBadge } from "../ui/text/StatusBadge.tsx";
import { textLinkClass } from "../ui/text/TextLink.tsx";
import type { Part } from "./change-words.ts";
import type { LineKind } from "./line-kinds.ts";
import type { Line, Subject } from "./lines.ts";

/** Returns the address of a deployment; undefined where it needs no link. */
export type LinkTo = (id: string) => string | undefined;

/** As many as a screen shows. A cluster may have a thousand databases. */
const first = 20;

const icons: Readonly<Record<LineKind, LucideIcon>> = {
  status: Activity,
  version: CircleArrowUp,
  fleet: Server,
  parts: Database,
  settings: SlidersHorizontal,
};

/** One line of the feed: when, who or what, how it changed, and who reports it. */
export function ChangeLine({ line, linkTo }: { line: Line; linkTo: LinkTo }) {
  const { at, kind, summary, subjects, words, detail, isGone, isOfField } = line;
  const [isOpen, setOpen] = useState(false);
  const [subject] = subjects;
  const link = isGone ? () => undefined : linkTo;
  const Icon = isGone ? Trash2 : icons[kind];
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-1.5">
      <ClockTime at={at} />
      <Icon aria-hidden className="mt-0.5 size-4 self-start text-muted" />
      <p className="min-w-0 break-words">
        {summary === undefined ? (
          subject && <SubjectName subject={subject} linkTo={link} />
        ) : (
          <span className="font-medium">{summary}</span>
        )}
        {isOfField ? ": " : " "}
        <Words parts={words} />
        {detail && (
          <span className="text-muted">
            . <Foreign className="break-words">{detail}</Foreign>
          </span>
        )}
      </p>
      {summary === undefined ? (
        <Source source={subject?.source} />
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={`${textLinkClass} touch-area text-sm`}
        >
          {isOpen ? "Hide them" : "Show them"}
        </button>
      )}
      {isOpen && <Subjects subjects={subjects} linkTo={link} />}
    </li>
  );
}

function Words({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) =>
    // The parts never change their order, so the index is a stable key.
    typeof part === "string" ? (
      <span key={index}>{part}</span>
    ) : part.isStatus ? (
      <span key={index} className="inline-flex max-w-full align-middle">
        <StatusBadge status={part.value} />
      </span>
    ) : (
      <Foreign key={index} className="font-medium break-words">
        {part.value}
      </Foreign>
    ),
  );
}

/** The deployment, and the part of it that changed. Only the part where the page is about the deployment. */
function SubjectName({ subject, linkTo }: { subject: Subject; linkTo: LinkTo }) {
  const { deployment, element } = subject;
  const address = linkTo(deployment.id);
  const name = <Foreign className="break-words">{deployment.name}</Foreign>;
  return (
    <>
      {address === undefined ? (
        <span className="font-medium">{name}</span>
      ) : (
        <Link to={address} className={`${textLinkClass} touch-area font-medium`}>
          {name}
        </Link>
      )}
      {element !== null && (
        <>
          <span className="text-faint"> / </span>
          <Foreign className="break-words">{element}</Foreign>
        </>
      )}
    </>
  );
}

function Source({ source }: { source: Subject["source"] | undefined }) {
  if (!source) return null;
  return (
    <div className="max-w-56 min-w-0 text-xs text-muted max-md:col-start-3 max-md:row-start-2">
      <span className="sr-only">Reported by </span>
      <ReportedBy source={source.kind} via={source.via} />
    </div>
  );
}

function Subjects({ subjects, linkTo }: { subjects: readonly Subject[]; linkTo: LinkTo }) {
  const [all, setAll] = useState(false);
  const shown = all ? subjects : subjects.slice(0, first);
  return (
    <div className="col-span-2 col-start-3 grid gap-2 py-1.5 text-sm">
      <ul className="grid gap-1.5">
        {shown.map((subject) => (
          <li key={subject.key} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <ClockTime at={subject.at} />
            <span className="min-w-0">
              <SubjectName subject={subject} linkTo={linkTo} />
            </span>
          </li>
        ))}
      </ul>
      {shown.length < subjects.length && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          Show all {formatCount(subjects.length)}
        </Button>
      )}
    </div>
  );
}

/** "09:12" in the chosen zone, below the heading of its day. The title has the whole time. */
function ClockTime({ at }: { at: string }) {
  const exact = absoluteTime(at);
  const zone = useZone();
  return (
    <time
      dateTime={at}
      title={exact && `${exact.local}, ${exact.utc}`}
      className="figures shrink-0 text-muted"
    >
      {clockText(wallClock(Date.parse(at), zone))}
    </time>
  );
}
