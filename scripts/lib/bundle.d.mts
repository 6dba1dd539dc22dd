export const lambdas: Readonly<Record<string, string>>;
export const bundleFolder: string;
export function bundleLambda(
  name: string,
  folder?: string,
): Promise<{ file: string; bytes: number; gzipBytes: number }>;
