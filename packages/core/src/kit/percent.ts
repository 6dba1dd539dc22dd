/** "96.9%": a measured percentage with one decimal, rounded half up as filters do. */
export const formatPercent = (percent: number): string => `${(Math.round(percent * 10) / 10).toFixed(1)}%`;
