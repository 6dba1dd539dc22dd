/** Whether a text contains a port by itself: its digits can also be part of a figure, a time or a hash. */
export const hasPort = (text: string, port: number) => new RegExp(`(?<![\\w.])${port}(?!\\w)`).test(text);
