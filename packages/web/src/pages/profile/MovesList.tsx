import type { Movable, Moves, Some, StaysBecause } from "@shardwatch/core/contract/people/moves";
import { deploymentSources, sourceTraits } from "@shardwatch/core/contract/source/source";
import { counted } from "../../lib/words/count.ts";

/** What people call one object of each kind. */
const nouns = Object.fromEntries([
  ...deploymentSources.map((kind) => [sourceTraits[kind].movable, sourceTraits[kind].noun]),
  ["deployments", "deployment"],
]) as Record<Movable, string>;

/** The reason, shown after the count. */
const reasons: Record<Exclude<StaysBecause, "NOBODY_LEFT">, string> = {
  ADMINS_ONLY: "only admins manage keys and integrations there",
  CONNECTED_THERE: "the new organization has already connected this account",
  CREATED_BY_OTHERS: "created with someone else's key",
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

/** Objects that move or stay, under a heading; empty when there are none. */
export function Group({
  heading,
  some,
}: {
  heading: string;
  some: readonly (Some & { what: Movable; why?: string })[];
}) {
  if (some.length === 0) return null;
  return (
    <div>
      <p className="font-medium text-ink">{heading}</p>
      <ul className="list-disc pl-5 text-muted">
        {some.map(({ why, ...rest }) => (
          <li key={`${rest.what} ${why}`}>
            <Content {...rest} />
            {why && ` (${why})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an acceptance deletes, because nobody would be left to see it. */
export const deletedIn = ({ staying }: Moves) => staying.filter(({ because }) => because === "NOBODY_LEFT");

interface MovesListProps {
  moves: Moves;
  /** Whether the move is done. */
  moved?: boolean;
}

/** What moves with a person who accepts an invitation, what stays and why, and what is deleted. */
export function MovesList({ moves, moved = false }: MovesListProps) {
  const { from, moving, staying, secretsEnd } = moves;
  const all = (Object.keys(nouns) as Movable[]).map((what) => ({ what, ...moving[what] }));
  const along = all.filter(({ count }) => count > 0);
  const left = staying.flatMap(({ because, ...some }) =>
    because === "NOBODY_LEFT" ? [] : [{ ...some, why: reasons[because] }],
  );
  return (
    <div className="mt-2 grid gap-2 text-left text-sm wrap-anywhere">
      {along.length === 0 && (
        <p className="text-muted">{moved ? "Nothing moved with you." : "Nothing moves with you."}</p>
      )}
      <Group heading={moved ? "Moved with you" : "Moves with you"} some={along} />
      {moving.keys.count > (secretsEnd?.count ?? 0) && (
        <p className="text-muted">Agents keep reporting with their current configuration.</p>
      )}
      {secretsEnd && (
        <p className="text-warn">
          {moved ? "Someone else had a secret, so it ended: " : "Someone else has a secret, so it will end: "}
          <Content what="keys" {...secretsEnd} />. Rotate {secretsEnd.count === 1 ? "this key" : "these keys"}{" "}
          {moved ? "" : "then "}and give the agents the new secret.
        </p>
      )}
      <Group heading={`${moved ? "Stayed" : "Stays"}${from === null ? "" : ` in ${from}`}`} some={left} />
      <Group
        heading={`${moved ? "Deleted" : "Will be deleted"}, because ${from ?? "your organization"} has no members left`}
        some={deletedIn(moves)}
      />
    </div>
  );
}
