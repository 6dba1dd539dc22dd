import { singleKeys } from "../../lib/browser/shortcuts.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import type { RailEntry } from "../rail/navigation.ts";

const commandKey = navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl";

interface Shortcut {
  keys: readonly string[];
  does: string;
}

const inLists: readonly Shortcut[] = [
  { keys: ["/"], does: "Search" },
  { keys: ["↑", "↓"], does: "Move between rows" },
  { keys: ["←", "→"], does: "Move within a row" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["Space"], does: "Select the row" },
  { keys: ["a"], does: "Acknowledge the incident" },
  { keys: ["s"], does: "Silence the incident" },
];

const inCharts: readonly Shortcut[] = [
  { keys: ["c"], does: "Compare with the day, week or month before" },
  { keys: ["←", "→"], does: "Move to the point before or after" },
  { keys: ["Page Up", "Page Down"], does: "Move to the change before or after" },
  { keys: ["Enter"], does: "Open the changes at the point" },
];

function Group({ heading, shortcuts }: { heading: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="font-medium">{heading}</h3>
      <dl className="grid gap-1.5">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ShortcutsDialogProps {
  /** The pages that "g" and a second key open. */
  pages: readonly RailEntry[];
  onClose: () => void;
}

/** All keys of the application, and the switch of those without Ctrl. */
export default function ShortcutsDialog({ pages, onClose }: ShortcutsDialogProps) {
  const everywhere = [
    { keys: [commandKey, "K"], does: "Find anything, and do what the page can do" },
    ...pages.map(({ label, goKey }) => ({ keys: ["g", goKey], does: `Go to ${label}` })),
    { keys: ["?"], does: "Show these shortcuts" },
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-6 overflow-y-auto p-4">
        <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
          <Group heading="Everywhere" shortcuts={everywhere} />
          <div className="grid content-start gap-6">
            <Group heading="In lists" shortcuts={inLists} />
            <Group heading="In charts" shortcuts={inCharts} />
          </div>
        </div>
        {/* The box of the checkbox is where the text begins. */}
        <div className="-mx-2">
          <Checkbox
            label="Use single-key shortcuts"
            checked={singleKeys.use()}
            onChange={({ target }) => singleKeys.set(target.checked)}
          />
        </div>
      </div>
    </Dialog>
  );
}
