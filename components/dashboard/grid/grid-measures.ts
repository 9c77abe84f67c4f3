export const ROW_HEIGHT = 30;
export const HEADER_HEIGHT = 44;

/** The least width of a column while one of its cells is a field. */
export const FIELD_WIDTH = 112;
