import "server-only";
import { z } from "zod";
import { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { type FieldWords, SECTIONS } from "./project-settings-words";
import type { SettingField, SettingSection, SettingValue } from "./resource";

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

const SCHEMA = z.toJSONSchema(ProjectSettings, { unrepresentable: "any" }) as JsonSchema;
const DEFAULTS = ProjectSettings.parse({});

/** Returns the settings of a project by section, each with its bounds and its default. */
export function projectSettingSections(settings: ProjectSettings): SettingSection[] {
  return SECTIONS.map(({ fields, ...section }) => ({
    ...section,
    fields: Object.entries(fields).map(([path, words]) => fieldOf(settings, path, words)),
  }));
}

function fieldOf(settings: ProjectSettings, path: string, words: FieldWords): SettingField {
  const keys = path.split(".");
  const schema = keys.reduce<JsonSchema>((found, key) => found.properties?.[key] ?? {}, SCHEMA);
  const inner = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  return {
    path,
    ...words,
    kind: words.kind ?? kindOf(inner, path),
    isNullable: schema.anyOf !== undefined,
    min: inner.minimum ?? 0,
    max: inner.maximum ?? Number.MAX_SAFE_INTEGER,
    choices: inner.enum?.map((value) => ({ value, label: words.choices?.[value] ?? value })) ?? [],
    value: valueAt(settings, keys),
    standard: valueAt(DEFAULTS, keys),
  };
}

function kindOf({ type, enum: choices }: JsonSchema, path: string): SettingField["kind"] {
  if (type === "boolean") return "switch";
  if (type === "array") return "lines";
  if (type === "integer") return path.endsWith("Seconds") ? "seconds" : "number";
  return choices ? "choice" : "text";
}

/** Returns a setting's value; that of an object as lines, each with a name and its value. */
function valueAt(settings: ProjectSettings, keys: readonly string[]): SettingValue {
  const value = keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], settings);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as SettingValue;
  return Object.entries(value).map(([name, source]) => `${name} = ${source}`);
}
