/** Windows with the space for the rail and for tables. Smaller ones have a drawer, and cards. */
export const wideWindow = "(width >= 48rem)";

export const isWideWindow = () => matchMedia(wideWindow).matches;
