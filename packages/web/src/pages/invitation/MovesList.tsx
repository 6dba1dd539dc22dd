import type { Movable, Moves, Some, StaysBecause } from "@shardwatch/core/contract/moves";
import { counted } from "../../lib/count.ts";

const nouns: Record<Movable, string> = {
  keys: "API key",
  redisClouds: "Redis Cloud account",
  awsAccounts: "AWS account",
  deployments: "deployment",
};

/** Why something stays, behind its count. */
const reasons: Record<StaysBecause, string> = {
  ADMINS_ONLY: "only admins manage API keys and integrations there",
  CONNECTED_THERE: "the organization you join has connected the same account",
  CREATED_BY_OTHERS: "created by a key of somebody else",
  NOBODY_LEFT: "disconnected and deleted, because nobody is left there",
};

/** "2 API keys: Production, Staging" */
function Content({ what, count, first }: Some & { what: Movable }) {
  const more = count - first.length;
  const names = first.length > 0 && `: ${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return (
    <>
      {counted(count, nouns[what])}
      {names && <bdi>{names}</bdi>}
    </>
  );
}

interface MovesListProps {
  moves: Moves;
  /** Whether it has happened. */
  moved?: boolean;
}

/** What moves with a person who accepts an invitation, and what stays and why. */
export function MovesList({ moves: { from, moving, staying }, moved = false }: MovesListProps) {
  const all = (Object.keys(nouns) as Movable[]).map((what) => ({ what, ...moving[what] }));
  const along = all.filter(({ count }) => count > 0);
  return (
    <div className="mt-2 grid gap-2 text-left text-sm wrap-anywhere">
      {along.length > 0 ? (
        <div>
          <p className="font-medium text-ink">{moved ? "Moved with you" : "Moves with you"}</p>
          <ul className="list-disc pl-5 text-muted">
            {along.map((some) => (
              <li key={some.what}>
                <Content {...some} />
              </li>
            ))}
          </ul>
          <p className="text-muted">Agents go on reporting as they are.</p>
        </div>
      ) : (
        <p className="text-muted">{moved ? "Nothing moved with you." : "Nothing moves with you."}</p>
      )}
      {staying.length > 0 && (
        <div>
          <p className="font-medium text-ink">
            {moved ? "Stayed" : "Stays"}
            {from && ` in ${from}`}
          </p>
          <ul className="list-disc pl-5 text-muted">
            {staying.map((some) => (
              <li key={`${some.what} ${some.because}`}>
                <Content {...some} /> ({reasons[some.because]})
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
