import type { ComponentProps } from "react";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong disabled:bg-track disabled:text-faint",
  secondary: "border border-line bg-surface text-ink shadow-card hover:bg-hover disabled:text-faint",
  danger: "bg-bad text-on-bad hover:bg-bad-strong disabled:bg-track disabled:text-faint",
  quiet: "text-muted hover:bg-hover hover:text-ink disabled:text-faint",
} as const;
const sizes = { small: "h-8 px-2.5 text-sm", large: "h-10 px-4 text-base", icon: "size-8" } as const;

export interface ButtonLook {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ look = "secondary", size = "small" }: ButtonLook = {}): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:shadow-none ${looks[look]} ${sizes[size]}`;
}

/** A button; an icon alone needs an aria-label. */
export function Button({ look, size, className = "", ...rest }: ComponentProps<"button"> & ButtonLook) {
  const variant = { ...(look && { look }), ...(size && { size }) };
  return <button type="button" className={`${buttonClass(variant)} ${className}`} {...rest} />;
}
