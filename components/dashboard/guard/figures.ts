import { byteText } from "@/lib/core/byte-text";

/** The figures of an event as text; `null` for one that was not told. */
export interface Figures {
  size(name: string): string | null;
  count(name: string): string | null;
  time(name: string): string | null;
  percent(name: string): string | null;
}

export function figuresOf(measured: Readonly<Record<string, unknown>>): Figures {
  const told = (name: string, textOf: (value: number) => string) => {
    const value = Object.hasOwn(measured, name) ? measured[name] : null;
    return typeof value === "number" && Number.isFinite(value) ? textOf(Math.max(0, value)) : null;
  };
  return {
    size: (name) => told(name, byteText),
    count: (name) => told(name, (value) => Math.round(value).toLocaleString("en")),
    time: (name) => told(name, timeText),
    percent: (name) => told(name, (value) => `${Math.round(value * 100)} %`),
  };
}

function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3_600)} hours`;
}
