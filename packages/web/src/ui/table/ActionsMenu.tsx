import { lazyModule } from "../../lib/loading/lazy-module.ts";
import { actionsTrigger, actionsWidth } from "./actions-trigger.tsx";
import { type Action, MenuButton } from "../popup/MenuButton.tsx";

/** The code of the menu. Rows preload it when the pointer or the focus comes to them. */
export const actionsMenu = lazyModule(() => import("../popup/Menu.tsx"));

/** The button "…" with the actions of a row. */
export function ActionsMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const trigger = actionsTrigger(label);
  return (
    <MenuButton
      trigger={trigger}
      menu={actionsMenu}
      render={({ Menu }, openedBy) => (
        <Menu trigger={trigger} openedBy={openedBy} sections={[{ items: actions }]} width={actionsWidth} />
      )}
    />
  );
}
