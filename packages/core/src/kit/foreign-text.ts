/**
 * Text that another machine sent, fit for a terminal, a log and a report: at most `limit` UTF-16 units, without
 * control, formatting and line-separating characters (an escape sequence could rewrite what a person sees) and
 * without half an emoji. "" when nothing is left.
 */
export function foreignText(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "");
}
