/** How often the memory of ElastiCache's caches is read, in minutes. The customer pays for each value. */
export const memoryIntervalMinutes = 15;
/** From this share of its limit on, a cache's memory is read at every reading. */
export const nearlyFull = 0.75;
