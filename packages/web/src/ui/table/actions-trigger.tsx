import { MoreHorizontal } from "lucide-react";
import { buttonClass } from "../form/Button.tsx";
import type { MenuTrigger } from "../popup/MenuButton.tsx";

/** The button takes clicks above the link that covers a card. */
const className = `${buttonClass({ emphasis: "quiet", size: "icon" })} relative z-10`;

/** The button "…" of a row's actions. */
export const actionsTrigger = (label: string): MenuTrigger => ({
  label,
  className,
  children: <MoreHorizontal aria-hidden className="size-4" />,
});

/** A width class of a menu with actions. */
export const actionsWidth = "w-max min-w-44";
