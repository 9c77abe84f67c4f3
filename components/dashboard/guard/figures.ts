import { sizeText } from "@/components/ui/figure-text";

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
    size: (name) => told(name, exactSizeText),
    count: (name) => told(name, (value) => Math.round(value).toLocaleString("en")),
    time: (name) => told(name, timeText),
    percent: (name) => told(name, (value) => `${Math.round(value * 100)} %`),
  };
}

/** Returns a size with a decimal where it is large, so that one just above a limit differs from it. */
function exactSizeText(bytes: number): string {
  const gib = bytes / 1024 ** 3;
  return gib < 10 ? sizeText(bytes) : `${gib.toLocaleString("en", { maximumFractionDigits: 1 })} GB`;
}

function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3_600)} hours`;
}
