import type { ComponentProps } from "react";

const emphases = {
  primary: "bg-accent-fill text-on-accent hover:bg-accent-strong aria-disabled:bg-track",
  secondary: "border border-line bg-raised text-ink shadow-card hover:bg-hover aria-disabled:hover:bg-raised",
  danger: "bg-danger text-on-accent hover:bg-danger-strong aria-disabled:bg-track",
  quiet: "text-muted hover:bg-hover hover:text-ink aria-disabled:hover:bg-transparent",
} as const;
const off = "aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-disabled:shadow-none";
// On a phone every button is as large as a finger needs.
const sizes = {
  small: "h-8 px-2.5 text-sm max-md:h-11",
  large: "h-10 px-4 text-base max-md:h-11",
  icon: "size-8 max-md:size-11",
} as const;

export interface ButtonStyle {
  emphasis?: keyof typeof emphases;
  size?: keyof typeof sizes;
}

/** The classes of a button, for links that look like a button. */
export function buttonClass({ emphasis = "secondary", size = "small" }: ButtonStyle = {}): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap motion-safe:transition-colors ${off} ${emphases[emphasis]} ${sizes[size]}`;
}

/**
 * A button; an icon alone needs an aria-label. With `aria-disabled` it ignores clicks. The browser's own
 * `disabled` does not compile: it would drop the focus of the person who has just pressed the button. The command
 * palette finds the button by its mark.
 */
export function Button({
  emphasis,
  size,
  className = "",
  onClick,
  ...rest
}: Omit<ComponentProps<"button">, "disabled"> & ButtonStyle) {
  const style: ButtonStyle = { ...(emphasis && { emphasis }), ...(size && { size }) };
  return (
    <button
      type="button"
      data-button
      className={`${buttonClass(style)} ${className}`}
      onClick={rest["aria-disabled"] === true ? undefined : onClick}
      {...rest}
    />
  );
}
