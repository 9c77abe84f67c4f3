import { type ErrorDetail, ServiceError } from "@/lib/core/errors";
import { ProjectSettings } from "./settings";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const DEFAULTS: JsonObject = ProjectSettings.parse({});

/** Returns a project's effective settings: the owner's changes laid over the defaults. Throws when they do not fit. */
export function readSettings(stored: unknown): ProjectSettings {
  return ProjectSettings.parse(merge(DEFAULTS, stored));
}

/** Returns the settings that differ from the defaults, which are all that is stored. */
export function toStoredSettings(settings: ProjectSettings): JsonObject {
  return differences(DEFAULTS, settings);
}

/** Returns the refusal of settings that do not fit, with the reason for each. */
export function settingsRefused(problems: readonly ErrorDetail[]): ServiceError {
  const sentence = problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
  return new ServiceError("invalid_request", sentence, { details: [...problems] });
}

/**
 * Returns settings with a change merged in; lists are replaced, and a text of the brand that is `null` is the default
 * again. Throws `invalid_request` with the path of each, such as `allowedOrigins.0`.
 */
export function changeSettings(current: ProjectSettings, change: unknown): ProjectSettings {
  const parsed = ProjectSettings.safeParse(withoutResetTexts(merge(current, change)));
  if (parsed.success) return parsed.data;
  throw settingsRefused(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

/** Returns the paths, such as `password.minLength`, whose values differ, or which one of the two does not have. */
export function changedPaths(before: ProjectSettings, after: ProjectSettings): string[] {
  // A removed value is in the other direction alone: a text of the brand that is the default again.
  return [...new Set([...pathsOf(differences(before, after)), ...pathsOf(differences(after, before))])];
}

function withoutResetTexts(settings: unknown): unknown {
  if (!isObject(settings) || !isObject(settings.brand) || !isObject(settings.brand.texts)) return settings;
  const { brand } = settings;
  const texts = Object.entries(settings.brand.texts).flatMap(([locale, own]): [string, Json][] => {
    if (!isObject(own)) return own === null ? [] : [[locale, own]];
    const kept = Object.entries(own).filter(([, text]) => text !== null);
    return kept.length === 0 ? [] : [[locale, Object.fromEntries(kept)]];
  });
  return { ...settings, brand: { ...brand, texts: Object.fromEntries(texts) } };
}

/** `Object.fromEntries` makes own properties of every key, even `__proto__`, which the schema then refuses. */
function merge(current: unknown, change: unknown): unknown {
  if (!isObject(current) || !isObject(change)) return change;
  const changed = Object.entries(change).map(([key, value]) => {
    return [key, Object.hasOwn(current, key) ? merge(current[key], value) : value];
  });
  return Object.fromEntries([...Object.entries(current), ...changed]);
}

function differences(before: JsonObject, after: JsonObject): JsonObject {
  const entries = Object.entries(after).flatMap(([key, value]): [string, Json][] => {
    const old = before[key];
    if (!isObject(old) || !isObject(value)) return JSON.stringify(old) === JSON.stringify(value) ? [] : [[key, value]];
    const inner = differences(old, value);
    return Object.keys(inner).length === 0 ? [] : [[key, inner]];
  });
  return Object.fromEntries(entries);
}

function pathsOf(values: JsonObject): string[] {
  return Object.entries(values).flatMap(([key, value]) =>
    isObject(value) ? pathsOf(value).map((path) => `${key}.${path}`) : [key],
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
