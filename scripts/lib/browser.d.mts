export function chromiumPath(): string | undefined;
/** Arguments with which the browser tests start Chromium. */
export const chromiumArguments: string[];
