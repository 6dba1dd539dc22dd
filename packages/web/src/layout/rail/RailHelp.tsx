import { Keyboard, LifeBuoy } from "lucide-react";
import { config } from "../../lib/settings/config.ts";
import { railEntryClass } from "./RailLink.tsx";

interface RailHelpProps {
  onShortcuts: () => void;
  className: string;
}

/** Help at the foot of the rail and of the drawer, so that it has one place on all pages (WCAG 3.2.6). */
export function RailHelp({ onShortcuts, className }: RailHelpProps) {
  const { supportEmail } = config();
  return (
    <div className={`gap-0.5 p-2 ${className}`}>
      <button type="button" aria-haspopup="dialog" onClick={onShortcuts} className={railEntryClass}>
        <Keyboard aria-hidden className="size-4 shrink-0" />
        <span className="md:max-lg:capitalize">
          <span className="md:max-lg:sr-only">Keyboard </span>shortcuts
        </span>
      </button>
      {supportEmail && (
        <a href={`mailto:${supportEmail}`} className={railEntryClass}>
          <LifeBuoy aria-hidden className="size-4 shrink-0" />
          <span className="md:max-lg:capitalize">
            <span className="md:max-lg:sr-only">Contact </span>support
          </span>
        </a>
      )}
    </div>
  );
}
