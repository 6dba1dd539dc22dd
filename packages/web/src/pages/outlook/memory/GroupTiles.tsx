import type { Level } from "@shardwatch/core/contract/filter/severity";
import { Link } from "react-router-dom";
import { formatCount } from "../../../lib/words/count.ts";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";

/** The number of a group, and where its rows are. */
export interface Tile {
  id: string;
  label: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  to: string;
  level: Level;
  /** Whether the page shows its rows alone. */
  isCurrent: boolean;
}

const tones: Record<Level, string> = { critical: "text-bad", warning: "text-warn", ok: "" };

/* As wide as the figures of the overview: six in a row, then three, and two on a phone. */
const columns = "repeat(auto-fit, minmax(clamp(14%, (60rem - 100%) * 999, max(30%, 9rem)), 1fr))";

const tileClass = "grid h-full content-start gap-1 px-4 py-3";

function Content({ label, count, level }: Tile) {
  return (
    <>
      <span className="truncate text-sm text-muted">{label}</span>{" "}
      {count === undefined ? (
        <span className="flex h-8 items-center">
          <Skeleton className="h-6 w-10" />
        </span>
      ) : (
        <span
          className={`figures text-2xl font-semibold tracking-tight ${count === 0 ? "text-faint" : tones[level]}`}
        >
          {formatCount(count)}
        </span>
      )}
    </>
  );
}

/** How many databases are in each group. A number opens its rows; nothing is behind a zero. */
export function GroupTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <nav aria-label="Databases by time left" className="panel overflow-hidden">
      <ul className="grid" style={{ gridTemplateColumns: columns }}>
        {tiles.map((tile) => (
          <li key={tile.id} className="-mt-px -ml-px min-w-0 border-t border-l border-line">
            {tile.count ? (
              <Link
                to={tile.to}
                aria-current={tile.isCurrent ? "page" : undefined}
                className={`${tileClass} hover:bg-hover aria-[current=page]:bg-selected`}
              >
                <Content {...tile} />
              </Link>
            ) : (
              <div className={tileClass}>
                <Content {...tile} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
