/** The largest size in bytes that a setting or an announcement may name; what may be stored is bounded by the plan. */
export const MAX_BYTES = 2 ** 50;
