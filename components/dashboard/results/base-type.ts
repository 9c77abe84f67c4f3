/** Returns the name of a type without its modifier: `numeric` for `numeric(10,2)`. */
export const baseType = (typeName: string) => typeName.replace(/\(.*?\)/, "");

const TEMPORAL = new Set(["date", "timestamp without time zone", "timestamp with time zone"]);

/** Returns whether values of the type are days or moments. */
export const isTemporal = (typeName: string) => TEMPORAL.has(baseType(typeName));
