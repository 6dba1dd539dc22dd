/** The most deployments of an answer without a part. What is beyond them is in the parts. */
export const longestSingle = 2_000;

/**
 * Deployments in a part. Ids are hashes, so a part differs from the average by the root of it: 1,300 on average are
 * never more than 1,500.
 */
export const largestPart = { onAverage: 1_300, atMost: 1_500 } as const;

/** A part of more deployments is refused, and the smallest part has the first of them. Who asks for the parts never meets it. */
export const mostOfPart = 3_000;

/** How often a token may read the figures or the targets of the whole organization in a minute. A part counts as its share. */
export const mostWholeReads = 12;

/** How often a server of Prometheus should ask for the parts again, in seconds. */
export const refreshInterval = 60;

/** The most bytes of an answer with targets, so that Lambda's 6 MB hold it without compression, too. */
export const longestTargets = 5_000_000;

/**
 * The most bytes of one deployment's targets. Parts can't divide a deployment, so a larger one would stop the answers about all
 * others. 5,000 databases with usual labels fit.
 */
export const longestOfDeployment = 2_500_000;
