import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from "react";
import type { LazyModule } from "../../lib/loading/lazy-module.ts";
import { showError } from "../../lib/browser/toasts.ts";

/** One action of a menu. */
export interface Action {
  label: string;
  icon: LucideIcon;
  /** Tinted, for destructive actions. Such actions come last. */
  danger?: boolean;
  /** Whether it opens a dialog, which returns the focus to the menu's button when it closes. */
  opensDialog?: boolean;
  onSelect: () => void;
}

/** How a menu was opened: the keyboard starts in its first item. */
export type OpenedBy = "pointer" | "keyboard";

/** The appearance and content of a menu's button. */
export interface MenuTrigger {
  /** Names the button and the menu. */
  label: string;
  className: string;
  children: ReactNode;
}

interface MenuButtonProps<Module> {
  trigger: MenuTrigger;
  /** The code of the menu. */
  menu: LazyModule<Module>;
  /** Renders the button with its open menu. */
  render: (module: Module, openedBy: OpenedBy) => ReactNode;
}

/**
 * The button of a menu. The code of menus is as large as the rest of the page, so it loads when the pointer
 * or the focus comes near. Until then a plain button is shown, which keeps the focus.
 */
export function MenuButton<Module>({ trigger, menu, render }: MenuButtonProps<Module>) {
  const [openedBy, setOpenedBy] = useState<OpenedBy>();
  const loaded = menu.now();
  if (openedBy && loaded) return render(loaded, openedBy);

  function open(by: OpenedBy) {
    // Render at once if the code is loaded: the next key may follow within a frame.
    if (loaded) return setOpenedBy(by);
    menu.load().then(
      () => setOpenedBy(by),
      (error: unknown) => showError("Failed to load the menu", error),
    );
  }
  // A click without a pointer comes from Enter or Space.
  const click = (event: MouseEvent) => open(event.detail === 0 ? "keyboard" : "pointer");
  function press(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open("keyboard");
  }

  return (
    <button
      type="button"
      aria-label={trigger.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={click}
      onKeyDown={press}
      className={trigger.className}
    >
      {trigger.children}
    </button>
  );
}
