/** The most deployments in one page of the list. So many have about 4 MB. */
export const largestListPage = 5_000;
