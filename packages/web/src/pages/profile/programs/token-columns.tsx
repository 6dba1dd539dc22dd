import type { ApiToken } from "@shardwatch/core/contract/token/token";
import { dateText } from "@shardwatch/core/kit/time";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { currentZone } from "../../../lib/time/time-zone.ts";
import { wallClock } from "../../../lib/time/zone.ts";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign, ForeignName } from "../../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import type { Maker } from "./makers.ts";
import { actionsOf } from "./token-actions.tsx";
import { endOf, scopeNames } from "./token-texts.ts";

/** More than these are in the dialog that edits them. */
const shownNetworks = 3;

/** The day of a moment where the reader is: "Jan 31, 2027". */
const localDay = (date: string) => dateText(wallClock(Date.parse(date), currentZone()).getTime());

/** Lines of a cell. A card has them at its end. */
const lines = "grid min-w-0 justify-items-end py-1 md:justify-items-start";

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1 text-sm text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{children}</span>
    </span>
  );
}

function Networks({ networks }: ApiToken) {
  if (networks.length === 0) return "Anywhere";
  const more = networks.length - shownNetworks;
  return (
    <span className={lines}>
      {networks.slice(0, shownNetworks).map((network) => (
        <span key={network} className="font-mono text-sm break-all">
          {network}
        </span>
      ))}
      {more > 0 && <span className="text-sm text-muted">and {more} more</span>}
    </span>
  );
}

function LastUse({ lastUsed }: ApiToken) {
  if (!lastUsed) return <Unknown why="Never used" />;
  const { at, network, client, former } = lastUsed;
  return (
    <span className={lines}>
      <TimeAgo date={at} />
      {network !== null && <span className="font-mono text-sm break-all text-muted">{network}</span>}
      {client !== null && <Foreign className="text-sm break-words text-muted">{client}</Foreign>}
      {former && <Warning>With the old secret</Warning>}
    </span>
  );
}

function End(token: ApiToken) {
  const end = useOverTime((now) => endOf(token, now));
  const time = <TimeAgo date={token.expiresAt} />;
  return (
    <span className={lines}>
      <span className="figures whitespace-nowrap">{localDay(token.expiresAt)}</span>
      {end === "later" && <span className="text-sm text-muted">{time}</span>}
      {end === "soon" && <Warning>{time}</Warning>}
      {end === "over" && <span className="text-sm font-medium text-bad">Expired {time}</span>}
    </span>
  );
}

function MadeBy({ maker }: { maker: Maker | undefined }) {
  if (!maker) return null;
  return (
    <span className="text-sm font-normal wrap-anywhere text-muted">
      By <ForeignName>{maker.name}</ForeignName>
    </span>
  );
}

/**
 * The table's columns.
 * @param makers who created the tokens, by account; undefined while that is not known
 */
export const tokenColumns = (
  open: OpenDialog,
  makers: ReadonlyMap<string, Maker> | undefined,
): Column<ApiToken>[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ name, rotation, createdBy, managedBy }) => (
      <span className="grid min-w-0 py-1">
        <Foreign className="font-medium wrap-anywhere">{name}</Foreign>
        {managedBy ? <ManagedBadge /> : <MadeBy maker={makers?.get(createdBy)} />}
        {rotation && (
          <span className="text-sm font-normal text-muted">
            Old secret ends <TimeAgo date={rotation.formerSecretEndsAt} />
          </span>
        )}
      </span>
    ),
  },
  { id: "scopes", header: "Scopes", cell: ({ scopes }) => scopeNames(scopes) },
  { id: "networks", header: "Used from", width: "w-32 lg:w-48", cell: (token) => <Networks {...token} /> },
  { id: "lastUsed", header: "Last used", width: "w-32 lg:w-48", cell: (token) => <LastUse {...token} /> },
  { id: "end", header: "Expires", width: "w-28 lg:w-40", cell: (token) => <End {...token} /> },
  actionsColumn(
    ({ name }) => name,
    (token) => actionsOf(token, makers?.get(token.createdBy), open),
  ),
];
