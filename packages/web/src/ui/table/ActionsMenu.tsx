import { lazyModule } from "../../lib/loading/lazy-module.ts";
import { actionsTrigger, actionsWidth } from "./actions-trigger.tsx";
import { type Action, MenuButton } from "../popup/MenuButton.tsx";
import type { Column } from "./rows.ts";

/** The code of the menu. Rows preload it when the pointer or the focus comes to them. */
export const actionsMenu = lazyModule(() => import("../popup/Menu.tsx"));

/** The button "…" with the actions of a row. */
function ActionsMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
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

/** The column with the button "…" of the rows that have actions. The button is named after its row. */
export const actionsColumn = <Row,>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly Action[],
): Column<Row> => ({
  id: "actions",
  header: "Actions",
  align: "end",
  actions: true,
  preload: actionsMenu.preload,
  width: "w-14",
  cell: (row) => {
    const actions = actionsOf(row);
    return actions.length > 0 && <ActionsMenu label={`Actions for ${nameOf(row)}`} actions={actions} />;
  },
});
