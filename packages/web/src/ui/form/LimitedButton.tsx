import { type ComponentProps, useId } from "react";
import { Button } from "./Button.tsx";
import { Tooltip } from "../popup/Tooltip.tsx";

interface LimitedButtonProps extends ComponentProps<typeof Button> {
  /** Why the person may not press it; undefined when they may. */
  reason: string | undefined;
}

/** A button that stays visible to people who may not press it, and shows why. */
export function LimitedButton({ reason, ref, onClick, children, ...rest }: LimitedButtonProps) {
  const id = useId();
  if (reason === undefined)
    return (
      <Button {...rest} {...(ref !== undefined && { ref })} onClick={onClick}>
        {children}
      </Button>
    );
  return (
    <Tooltip content={reason}>
      {(trigger) => (
        <>
          <Button {...rest} {...trigger} aria-disabled aria-describedby={id}>
            {children}
          </Button>
          <span id={id} hidden>
            {reason}
          </span>
        </>
      )}
    </Tooltip>
  );
}
