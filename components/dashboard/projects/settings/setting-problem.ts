import type { SettingField, SettingValue } from "@/lib/web/resource";
import { adviseOnOrigin } from "../origin-advice";
import { durationText } from "./duration";

const ORIGINS: ReadonlySet<string> = new Set(["allowedOrigins", "frameAncestors"]);

/** The service's names for settings that it compares with each other. */
const NAMES: Readonly<Record<string, string>> = {
  maxLength: "the longest length",
  absoluteLifetimeSeconds: "the time after which every session ends",
  lifetimeSeconds: "the time unused",
};

/** Returns the fault of a value, as far as the page can tell; `null` for nothing. */
export function problemOf(field: SettingField, value: SettingValue): string | null {
  const { kind, min, max, isNullable, path } = field;
  if (kind === "number" || kind === "seconds") {
    if (value === null || value === "") return isNullable ? null : "Enter a number.";
    const text = kind === "seconds" ? durationText : (count: number) => count.toLocaleString("en");
    if (typeof value !== "number" || !Number.isInteger(value)) return "Enter a whole number.";
    return value < min || value > max ? `From ${text(min)} to ${text(max)}.` : null;
  }
  if (kind === "pairs" && Array.isArray(value)) {
    const names = value.map((line) => line.split("=", 1)[0]?.trim() ?? "");
    const wrong = value.findIndex((line) => !/^[^=]*[^=\s][^=]*=[^=]*[^=\s][^=]*$/.test(line));
    if (wrong !== -1) return lineText(wrong, "Write a name, = and its value.");
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    return twice === -1 ? null : lineText(twice, `${names[twice]} is there already.`);
  }
  if (kind === "lines" && ORIGINS.has(path) && Array.isArray(value)) {
    for (const [index, line] of value.entries()) {
      const advice = adviseOnOrigin(line);
      if (advice) return lineText(index, advice.message + (advice.better === null ? "" : ` Write ${advice.better}.`));
    }
  }
  return null;
}

/** Returns the faults that the service finds in settings, as sentences by the path of their field. */
export function problemsByField(
  fields: readonly SettingField[],
  problems: readonly { path: string; message: string }[],
): Record<string, string> {
  const found = problems.flatMap(({ path, message }) => {
    const field = fields.find((each) => path === each.path || path.startsWith(`${each.path}.`));
    if (!field) return [];
    const words = message.replace(/\b[a-z]+[A-Z]\w+\b/g, (name) => NAMES[name] ?? name);
    const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
    const within = path.slice(field.path.length + 1);
    const placed = field.kind === "pairs" ? `${within}: ${message}.` : lineText(Number(within), sentence);
    return [[field.path, path === field.path ? sentence : placed] as const];
  });
  return Object.fromEntries(found.toReversed());
}

const lineText = (index: number, sentence: string) => `Line ${index + 1}: ${sentence}`;
