import type { SettingField, SettingValue } from "@/lib/web/resource";

/** Lines are kept as they are typed, and stored without spaces around them and without empty ones. */
export function cleaned(value: SettingValue): SettingValue {
  if (!Array.isArray(value)) return typeof value === "string" ? value.trim() : value;
  return value.map((line) => line.trim()).filter((line) => line !== "");
}

/** Returns a field's value as it is saved: lines of pairs as an object, in which a pair that is gone is `null`. */
export function savedValue(field: SettingField, edited: SettingValue): SettingTree | SettingValue {
  const value = cleaned(edited);
  if (field.kind !== "pairs" || !Array.isArray(value) || !Array.isArray(field.value)) return value;
  const removed = Object.keys(pairsOf(field.value)).map((name) => [name, null] as const);
  return { ...Object.fromEntries(removed), ...pairsOf(value) };
}

export type SettingTree = { [key: string]: SettingTree | SettingValue };

/** Returns `{ password: { minLength: 12 } }` for `password.minLength` and 12. */
export function treeOf(entries: readonly (readonly [path: string, value: SettingTree | SettingValue])[]): SettingTree {
  const tree: SettingTree = {};
  for (const [path, value] of entries) {
    const keys = keysOf(path);
    const last = keys.pop() ?? "";
    let at = tree;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as SettingTree;
    }
    at[last] = value;
  }
  return tree;
}

/** The names of a project's own texts have points themselves: `brand.texts.en.signIn.title`. */
function keysOf(path: string): string[] {
  const [, locale, name] = /^brand\.texts\.(\w+)\.(.+)$/.exec(path) ?? [];
  return locale !== undefined && name !== undefined ? ["brand", "texts", locale, name] : path.split(".");
}

/** Returns lines such as `role = publicMetadata.role` as an object. */
function pairsOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
    }),
  );
}
