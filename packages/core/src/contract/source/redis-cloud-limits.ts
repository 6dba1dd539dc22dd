/* The limits of reading Redis Cloud accounts. No schema is in this file. */

/** How often a connected account is read, in milliseconds. */
export const cloudSyncInterval = 5 * 60_000;

/**
 * How many calls one reading may use. The API allows 400 a minute to all users of an account's key together,
 * and the customer's other tools need some of them.
 */
export const cloudCallBudget = 250;
