import { type FocusEvent, type KeyboardEvent, useState } from "react";

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The buttons of a toolbar, without those inside their popovers. */
const buttonsOf = (toolbar: Element) => [
  ...toolbar.querySelectorAll<HTMLElement>("button:not([popover] button)"),
];

/** A toolbar as the ARIA practices describe it: one stop of the tab order, and arrow keys between its buttons. */
export function useToolbar() {
  const [current, setCurrent] = useState(0);
  return {
    toolbar: {
      role: "toolbar",
      onFocus({ currentTarget, target }: FocusEvent) {
        const at = buttonsOf(currentTarget).findIndex((button) => button === target);
        if (at !== -1) setCurrent(at);
      },
      onKeyDown(event: KeyboardEvent) {
        const buttons = buttonsOf(event.currentTarget);
        const at = buttons.findIndex((button) => button === event.target);
        const step = steps[event.key];
        if (at === -1 || !step) return;
        event.preventDefault();
        buttons[step(at, buttons.length)]?.focus();
      },
    },
    tabIndexOf: (index: number) => (index === current ? 0 : -1),
  };
}
