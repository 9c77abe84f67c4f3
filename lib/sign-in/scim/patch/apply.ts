import { isDeepStrictEqual } from "node:util";
import { type Filter, filter as toPredicate } from "scim2-parse-filter";
import { type Document, readValue, type Value } from "../schema/read-document";
import { invalidValue, readOnly } from "../schema/refusals";
import { readPath, type Schemas, type Target } from "./path";
import type { Operation } from "./read-operations";

/**
 * Returns the resource after these operations, in their order. Only attributes of the schemas are ever read or set.
 * Throws `invalid_path`, `invalid_filter`, `invalid_request`, `immutable_attribute`.
 */
export function applyOperations(before: Document, operations: readonly Operation[], schemas: Schemas): Document {
  const resource = structuredClone(before);
  for (const operation of operations) applyOne(resource, operation, schemas);
  return resource;
}

function applyOne(resource: Document, { op, path, value }: Operation, schemas: Schemas): void {
  const target = path === null ? null : readPath(path, schemas);
  if (path !== null && target === null) return;
  if (target !== null && "attribute" in target) {
    // A path that names an unchangeable attribute is refused; in a whole resource it is ignored.
    if (target.attribute.mutability === "readOnly") throw readOnly(target.attribute.name);
    change(holderOf(resource, target.extension), op, target, value);
  } else if (op === "remove") {
    if (target !== null) delete resource[target.extension];
  } else {
    if (typeof value !== "object" || value === null) throw invalidValue("value", "must be an object");
    const prefix = target === null ? "" : `${target.extension}:`;
    for (const [name, each] of Object.entries(value)) applyField(resource, op, prefix + name, each, schemas);
  }
}

/** Sets a field of an operation without a path, whose name may be a path itself (`name.familyName`, a urn). */
function applyField(resource: Document, op: Operation["op"], name: string, value: unknown, schemas: Schemas): void {
  if (!/^[\w$:.[\]" -]+$/.test(name) || IDENTITY.has(name.toLowerCase())) return;
  const target = readPath(name, schemas);
  if (target === null) return;
  if (!("attribute" in target)) applyOne(resource, { op, path: name, value }, schemas);
  else if (target.attribute.mutability !== "readOnly") {
    change(holderOf(resource, target.extension), op, target, value);
  }
}

/** The attributes by which a whole resource identifies itself. */
const IDENTITY = new Set(["id", "schemas", "meta"]);

function holderOf(resource: Document, extension: string | null): Document {
  if (extension === null) return resource;
  const holder = (resource[extension] as Document | undefined) ?? {};
  resource[extension] = holder;
  return holder;
}

function change(holder: Document, op: Operation["op"], target: Target, given: unknown): void {
  const { attribute, sub } = target;
  const { name } = attribute;
  if (attribute.multiValued) {
    const items = (holder[name] as Document[] | undefined) ?? [];
    const changed = op === "remove" ? removeFrom(items, target, given) : putInto(items, op, target, given);
    set(holder, name, changed.length === 0 ? undefined : onePrimary(changed, items));
  } else if (sub !== null) {
    const value = op === "remove" ? undefined : readValue(given, sub, `${name}.${sub.name}`);
    const inner = { ...(holder[name] as Document | undefined) };
    set(inner, sub.name, value);
    set(holder, name, inner);
  } else {
    const value = op === "remove" ? undefined : readValue(given, attribute);
    const isMerged = attribute.type === "complex" && value !== undefined;
    set(holder, name, isMerged ? { ...(holder[name] as Document), ...(value as Document) } : value);
  }
}

function set(holder: Document, name: string, value: Value | undefined): void {
  if (value === undefined) delete holder[name];
  else holder[name] = value;
}

function putInto(items: Document[], op: "add" | "replace", target: Target, given: unknown): Document[] {
  const { attribute, filter, sub } = target;
  if (filter === null && sub === null) {
    const values = (readValue(given, attribute) as Document[] | undefined) ?? [];
    if (op === "replace") return values;
    return [...items, ...values.filter((value) => !items.some((item) => isDeepStrictEqual(item, value)))];
  }
  const part =
    sub === null ? partsOf(given, target) : { [sub.name]: readValue(given, sub, `${attribute.name}.${sub.name}`) };
  const isMeant = filter === null ? () => true : toPredicate(filter);
  const changed = items.map((item) => (isMeant(item) ? withParts(item, part) : item));
  if (items.some((item) => isMeant(item))) return changed;
  // Entra replaces values that aren't there yet, so the filter names the new one.
  return [...items, withParts(filter === null ? {} : saidBy(filter, target), part)];
}

type Parts = Record<string, Value | undefined>;

function withParts(item: Document, parts: Parts): Document {
  const whole = Object.entries({ ...item, ...parts }).filter(
    (entry): entry is [string, Value] => entry[1] !== undefined,
  );
  return Object.fromEntries(whole);
}

function partsOf(given: unknown, { attribute }: Target): Parts {
  return (readValue([given].flat(), attribute) as Document[] | undefined)?.[0] ?? {};
}

/** Returns the parts that a filter of `eq` and `and` demands. */
function saidBy(filter: Filter, { attribute }: Target): Document {
  if (filter.op === "and" && "filters" in filter) {
    return Object.assign({}, ...filter.filters.map((each) => saidBy(each, { attribute } as Target)));
  }
  if (filter.op !== "eq" || !("compValue" in filter)) return {};
  return (readValue([{ [filter.attrPath]: filter.compValue }], attribute) as Document[] | undefined)?.[0] ?? {};
}

function removeFrom(items: Document[], { attribute, filter, sub }: Target, given: unknown): Document[] {
  const isMeant = filter === null ? valuePredicate(given, attribute.name) : toPredicate(filter);
  if (sub === null) return items.filter((item) => !isMeant(item));
  const kept = items.map((item) => (isMeant(item) ? withParts(item, { [sub.name]: undefined }) : item));
  return kept.filter((item) => Object.keys(item).length > 0);
}

/** An operation that removes may say by its value which ones; without one it means all. */
function valuePredicate(given: unknown, name: string): (item: Document) => boolean {
  if (given === undefined || given === null) return () => true;
  const wanted = [given]
    .flat()
    .map((each) => (typeof each === "object" && each !== null ? Reflect.get(each, "value") : each));
  if (!wanted.every((each) => typeof each === "string"))
    throw invalidValue(name, "must name what to remove by its value");
  const values = new Set<unknown>(wanted);
  return (item) => values.has(item.value);
}

/** One value is the primary one: the newest (RFC 7643 section 2.4). */
function onePrimary(items: Document[], before: readonly Document[]): Document[] {
  const primary = items.filter((item) => item.primary === true);
  if (primary.length < 2) return items;
  const kept = primary.findLast((item) => !before.some((old) => isDeepStrictEqual(old, item))) ?? primary[0];
  return items.map((item) => (item.primary === true && item !== kept ? { ...item, primary: false } : item));
}
