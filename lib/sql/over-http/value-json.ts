import { arrayJson } from "./array-json";

type ToJson = (text: string) => string;

const asIs: ToJson = (text) => text;
/** Values as Postgres writes them, for clients that read them by their types themselves. */
export const asString: ToJson = (text) => JSON.stringify(text);
/** JSON has no infinity and no NaN. */
const asFloat: ToJson = (text) => (/^[-\d]/.test(text) && !text.endsWith("y") ? text : JSON.stringify(text));
const asBoolean: ToJson = (text) => (text === "t" ? "true" : "false");

/** By the OIDs of pg_type.dat; every other type is a string, int8 and numeric among them, which JSON would round. */
const SCALARS: ReadonlyMap<number, ToJson> = new Map([
  [16, asBoolean],
  [21, asIs],
  [23, asIs],
  [114, asIs],
  [700, asFloat],
  [701, asFloat],
  [3802, asIs],
]);

/** The array types of Postgres' own types that programs use, with the OIDs of their elements. */
const ARRAYS: ReadonlyMap<number, number> = new Map([
  [199, 114],
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1040, 829],
  [1041, 869],
  [1115, 1114],
  [1182, 1082],
  [1183, 1083],
  [1185, 1184],
  [1187, 1186],
  [1231, 1700],
  [1270, 1266],
  [2951, 2950],
  [3807, 3802],
]);

/** Returns how values of a type, in text format, are written as JSON. */
export function valueJson(typeOid: number): ToJson {
  const element = ARRAYS.get(typeOid);
  if (element === undefined) return SCALARS.get(typeOid) ?? asString;
  const elementJson = SCALARS.get(element) ?? asString;
  return (text) => arrayJson(text, elementJson);
}
