/**
 * Whether a text contains a port as a number of its own. Its digits can also be part of a figure, a time or a
 * hash.
 */
export const hasPort = (text: string, port: number) => new RegExp(`(?<![\\w.])${port}(?!\\w)`).test(text);
