import { type DeploymentSource, deploymentSources } from "@shardwatch/core/contract/source/source";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { sourceDetails } from "../details.ts";
import { webSources } from "../index.ts";

interface KindCardsProps {
  chosen?: DeploymentSource | undefined;
  /** What the page itself adds to its links, such as the organization. */
  keep?: (path: string) => string;
}

/** The kinds of sources that can be added, as links to their steps. A chosen kind is marked, and stays. */
export function KindCards({ chosen, keep = (path) => path }: KindCardsProps) {
  const kinds = deploymentSources.filter((kind) => webSources[kind].isOn());
  return (
    <ul
      aria-label="Setup"
      className="grid gap-4"
      style={{ gridTemplateColumns: "repeat(auto-fit, minmax(15rem, 1fr))" }}
    >
      {kinds.map((kind) => {
        const [{ icon: Icon }, { setup }] = [webSources[kind], sourceDetails[kind]];
        return (
          <li key={kind} className="grid">
            <Link
              to={keep(paths.addSource(kind))}
              replace={chosen !== undefined}
              aria-current={kind === chosen ? "step" : undefined}
              className="grid content-start gap-1 rounded-lg border border-line bg-raised p-4 shadow-card hover:bg-hover aria-[current]:border-accent"
            >
              <span className="flex items-center gap-2 font-semibold">
                <Icon aria-hidden className="size-4 shrink-0 text-muted" />
                {setup.title}
                {kind !== chosen && <ArrowRight aria-hidden className="ml-auto size-4 text-muted" />}
              </span>
              <span className="text-muted">{setup.text}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
