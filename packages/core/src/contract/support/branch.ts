/** The branch of a version: "7.2" of "7.2.4", "7.22" of "7.22.2-14". Undefined for any other text. */
export const branchOf = (version: string | null | undefined): string | undefined =>
  /^v?(\d{1,3}\.\d{1,3})(?![\d])/.exec(version ?? "")?.[1];
