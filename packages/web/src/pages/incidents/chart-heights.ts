/* In pixels. The place is as high while the code and the values load. */

export const plotHeight = 200;
export const panelHeight = 306;
export const bandHeight = 72;
