import { type Filter, parse } from "scim2-parse-filter";
import { readFilter } from "../filter/read-filter";
import { type Attribute, findAttribute } from "../schema/attribute";
import { invalidPath } from "../schema/refusals";

/** The target of an operation of a PATCH. */
export interface Target {
  /** The urn of the extension that the attribute belongs to; `null` for the resource itself. */
  extension: string | null;
  attribute: Attribute;
  filter: Filter | null;
  /** A part of the attribute. */
  sub: Attribute | null;
}

/** The schemas that paths can name. */
export interface Schemas {
  core: string;
  attributes: readonly Attribute[];
  extensions: Readonly<Record<string, readonly Attribute[]>>;
}

/** `null` stands for attributes of other schemas, which are ignored as they are when a resource is created. */
export function readPath(path: string, schemas: Schemas): Target | { extension: string } | null {
  const trimmed = path.trim();
  const core = withoutPrefix(trimmed, schemas.core);
  if (core !== null) return core === "" ? null : within(core, schemas.attributes, null);
  for (const [extension, attributes] of Object.entries(schemas.extensions)) {
    const rest = withoutPrefix(trimmed, extension);
    if (rest !== null) return rest === "" ? { extension } : within(rest, attributes, extension);
  }
  if (/^(?:urn|https?):/i.test(trimmed)) return null;
  return within(trimmed, schemas.attributes, null);
}

/** Returns the text after a schema's urn, `null` for a path that doesn't begin with it. */
function withoutPrefix(path: string, urn: string): string | null {
  if (path.slice(0, urn.length).toLowerCase() !== urn.toLowerCase()) return null;
  const rest = path.slice(urn.length);
  if (rest === "") return "";
  return /^[:.]/.test(rest) ? rest.slice(1) : null;
}

function within(path: string, attributes: readonly Attribute[], extension: string | null): Target | null {
  const parts = /^([\w$-]+)(?:\[(.*)\])?(?:\.([\w$-]+))?$/s.exec(path);
  if (!parts) throw invalidPath("A path of an operation can't be read.");
  const [, name = "", filterText, subName] = parts;
  const attribute = findAttribute(attributes, name);
  if (!attribute) {
    if (IGNORED.has(name.toLowerCase())) return null;
    throw invalidPath("A path of an operation names an attribute that isn't in the schema.");
  }
  const sub = subName === undefined ? null : (findAttribute(attribute.subAttributes ?? [], subName) ?? null);
  if (subName !== undefined && sub === null) throw invalidPath(`${attribute.name} has no such part.`);
  if (filterText !== undefined && !attribute.multiValued) throw invalidPath(`${attribute.name} has one value.`);
  return { extension, attribute, filter: filterText === undefined ? null : readValueFilter(filterText), sub };
}

/** Attributes of the core schemas that aren't kept. */
const IGNORED = new Set(["password", "schemas", "meta", "ims", "x509certificates"]);

/** Entra compares the boolean `primary` with text. */
function readValueFilter(text: string): Filter {
  readFilter(text);
  return parse(
    text.replace(/\bprimary\s+eq\s+"(true|false)"/gi, (_, value: string) => `primary eq ${value.toLowerCase()}`),
  );
}
