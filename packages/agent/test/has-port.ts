/** Whether a port stands in a text by itself: its digits can also be part of a figure, a time or a hash. */
export const hasPort = (text: string, port: number) => new RegExp(`(?<![\\w.])${port}(?!\\w)`).test(text);
