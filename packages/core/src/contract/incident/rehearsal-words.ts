/* The limits of previews and rehearsals. No schema is in this file. */

/** For how many evenings and days of the past a rule is tried. */
export const rehearsedDays = 30;

/** How many deployments an answer names. */
export const mostSamples = 20;

/** Of how many deployments a rehearsal reads the past. */
export const mostRehearsed = 500;

/** How many of the longest incidents are named, and of the deployments with most incidents. */
export const mostLongest = 3;
export const mostNoisiest = 5;

/** By how much a rehearsal moves the number of a condition. */
export const neighbourSteps = [-10, -5, 0, 5, 10] as const;
