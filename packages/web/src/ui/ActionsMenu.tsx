import { MoreHorizontal } from "lucide-react";
import { lazyModule } from "../lib/lazy-module.ts";
import { buttonClass } from "./Button.tsx";
import { type Action, MenuButton } from "./MenuButton.tsx";

/** The code of the menu. Rows preload it when the pointer or the focus comes to them. */
export const actionsMenu = lazyModule(() => import("./Menu.tsx"));

/** The button takes clicks above the link that covers a card. */
const className = `${buttonClass({ look: "quiet", size: "icon" })} relative z-10`;

/** The button "…" with the actions of a row. */
export function ActionsMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const trigger = { label, className, children: <MoreHorizontal aria-hidden className="size-4" /> };
  return (
    <MenuButton
      trigger={trigger}
      menu={actionsMenu}
      render={({ Menu }, openedBy) => (
        <Menu trigger={trigger} openedBy={openedBy} sections={[{ items: actions }]} width="w-max min-w-44" />
      )}
    />
  );
}
