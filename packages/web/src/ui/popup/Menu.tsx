import { Menu as Base } from "@base-ui/react/menu";
import { Check, type LucideIcon } from "lucide-react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import type { Action, MenuTrigger, OpenedBy } from "./MenuButton.tsx";

/** A group of values of which one is chosen. */
interface Choice {
  label: string;
  value: string;
  options: readonly { value: string; label: string; icon: LucideIcon }[];
  onChange: (value: string) => void;
}

/** Lines separate the sections. */
export type MenuSection = { label?: string; items: readonly Action[] } | { choice: Choice };

interface MenuProps {
  trigger: MenuTrigger;
  openedBy: OpenedBy;
  /** Shown above the sections. */
  heading?: ReactNode;
  sections: readonly MenuSection[];
  /** A width class of the menu. */
  width: string;
}

const itemClass =
  "flex h-8 cursor-default items-center gap-2 rounded-sm px-2 text-left outline-none select-none data-highlighted:bg-hover max-md:h-11";

/** The menu with its button. It starts open, because opening it loads it. */
export function Menu({ trigger, openedBy, heading, sections, width }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const host = useRef<HTMLSpanElement>(null);
  const replayed = useRef(false);
  useEffect(() => {
    if (openedBy === "pointer" || replayed.current) return;
    replayed.current = true;
    // The menu moves the focus to its first item only if it handles the key event itself.
    button.current?.focus();
    button.current?.click();
  }, [openedBy]);

  const waiting = useRef<Action>(undefined);
  function select(action: Action) {
    // Browsers allow writing to the clipboard only during the click's event.
    if (!action.opensDialog) action.onSelect();
    // While it is open, the menu takes the focus back from its button.
    else waiting.current = action;
  }
  function afterClosing() {
    const action = waiting.current;
    waiting.current = undefined;
    if (!action) return;
    // A dialog returns the focus to the element that had it when the dialog opened.
    button.current?.focus({ preventScroll: true });
    action.onSelect();
  }

  return (
    <Base.Root defaultOpen={openedBy === "pointer"} onOpenChangeComplete={(open) => !open && afterClosing()}>
      {/* In the page's own order, so that rows stay in place while a menu of theirs has the focus. */}
      <span ref={host} className="absolute" />
      <Base.Trigger ref={button} aria-label={trigger.label} className={trigger.className}>
        {trigger.children}
      </Base.Trigger>
      <Base.Portal container={host}>
        <Base.Positioner
          align="end"
          sideOffset={6}
          // A scroll container, like a table, would clip it.
          positionMethod="fixed"
          className="z-40 outline-none"
        >
          <Base.Popup
            className={`rounded-lg border border-line bg-raised p-1 text-left text-base font-normal shadow-popup outline-none ${width}`}
          >
            {heading}
            {sections.map((section, index) => (
              // The sections of a menu never change their order.
              <Fragment key={index}>
                {(index > 0 || heading !== undefined) && <Base.Separator className="my-1 h-px bg-line" />}
                <Section section={section} onSelect={select} />
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Section({ section, onSelect }: { section: MenuSection; onSelect: (item: Action) => void }) {
  if ("items" in section)
    return (
      <Base.Group>
        {section.label !== undefined && <Label>{section.label}</Label>}
        {section.items.map((item) => {
          const { label, icon: Icon, danger } = item;
          return (
            <Base.Item
              key={label}
              className={`${itemClass} ${danger ? "text-bad" : ""}`}
              onClick={() => onSelect(item)}
            >
              <Icon aria-hidden className={`size-4 ${danger ? "" : "text-muted"}`} />
              {label}
            </Base.Item>
          );
        })}
      </Base.Group>
    );
  const { label: name, value: chosen, options, onChange } = section.choice;
  return (
    <Base.RadioGroup value={chosen} onValueChange={onChange}>
      <Base.Group>
        <Label>{name}</Label>
        {options.map(({ value, label, icon: Icon }) => (
          <Base.RadioItem key={value} value={value} className={itemClass}>
            <Icon aria-hidden className="size-4 text-muted" />
            {label}
            <Base.RadioItemIndicator className="ml-auto">
              <Check aria-hidden className="size-4 text-accent" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  );
}

function Label({ children }: { children: ReactNode }) {
  return <Base.GroupLabel className="px-2 pt-1 pb-0.5 text-xs text-muted">{children}</Base.GroupLabel>;
}
