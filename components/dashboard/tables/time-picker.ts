import type { Column } from "@/lib/sql/tables/resource";

interface Picker {
  type: "date" | "datetime-local";
  step: number | undefined;
  shown: string;
  /** Returns the value that PostgreSQL reads from the picked moment. */
  read: (picked: string) => string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?:\+00|Z)?$/;

/** Returns the browser's picker for a value; `null` for other types, and for values that no picker can show. */
export function pickerOf({ input, baseType }: Column, value: string): Picker | null {
  if (input === "date") {
    const canShow = value === "" || DAY.test(value);
    return canShow ? { type: "date", step: undefined, shown: value, read: (picked) => picked } : null;
  }
  if (input !== "timestamp") return null;
  const found = MOMENT.exec(value);
  if (value !== "" && !found) return null;
  const zone = baseType.endsWith("with time zone") ? "+00" : "";
  return {
    type: "datetime-local",
    step: 1,
    shown: found ? `${found[1]}T${found[2]}` : "",
    read: (picked) => (picked === "" ? "" : `${picked.replace("T", " ")}${zone}`),
  };
}
