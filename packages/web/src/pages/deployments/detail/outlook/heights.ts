/* Apart from the chart, whose code loads later: its place is as high before. In pixels. */

export const plotHeight = 240;

/** The least height of the chart with its title. */
export const panelHeight = 324;
