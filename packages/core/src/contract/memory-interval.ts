/** How often the memory of ElastiCache's caches is asked for, in minutes: each figure is on the customer's bill. */
export const memoryIntervalMinutes = 15;
/** From this share of its limit on, a cache's memory is asked for at every reading. */
export const nearlyFull = 0.75;
