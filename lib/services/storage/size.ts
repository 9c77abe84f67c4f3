/** The largest size in bytes that a setting or an announcement may name; the stored bytes are bounded by the plan. */
export const MAX_BYTES = 2 ** 50;
