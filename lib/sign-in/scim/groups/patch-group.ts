import type { Filter } from "scim2-parse-filter";
import { readPath, type Schemas } from "../patch/path";
import type { Operation } from "../patch/read-operations";
import { GROUP_ATTRIBUTES, GROUP_SCHEMA } from "../schema/group";
import { invalidPath, invalidValue, readOnly } from "../schema/refusals";
import { COMMON_ATTRIBUTES } from "../schema/user";
import { readGroupName, readMembers } from "./read-group";

/** One change of a group, as an operation of a PATCH says it. */
export type GroupChange =
  | { kind: "name"; displayName: string }
  | { kind: "external-id"; externalId: string | null }
  | { kind: "add-members" | "replace-members"; userIds: string[] }
  /** `null` stands for all members. */
  | { kind: "remove-members"; userIds: string[] | null };

const SCHEMAS: Schemas = {
  core: GROUP_SCHEMA,
  attributes: [...COMMON_ATTRIBUTES, ...GROUP_ATTRIBUTES],
  extensions: {},
};
const IDENTITY = new Set(["id", "schemas", "meta"]);

/**
 * Returns the changes that operations make to a group, without its members: of thousands, each request names a few.
 * Throws
 * `invalid_path`, `invalid_filter`, `invalid_request`, `immutable_attribute`.
 */
export function readGroupChanges(operations: readonly Operation[]): GroupChange[] {
  const changes = operations.flatMap(({ op, path, value }) => {
    if (path !== null) return changeOf(op, path, value) ?? [];
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw invalidValue("value", "must be an object");
    // Okta sends the whole group, whose id can't change.
    const fields = Object.entries(value).filter(([name]) => !IDENTITY.has(name.toLowerCase()));
    return fields.flatMap(([name, each]) => changeOf(op, name, each) ?? []);
  });
  return together(changes);
}

/** Some directories name each member in an operation of its own; those in a row that do the same become one. */
function together(changes: readonly GroupChange[]): GroupChange[] {
  const joined: { change: GroupChange; more: Set<string> }[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    const ids = movedBy(change);
    if (last && ids && last.change.kind === change.kind && movedBy(last.change))
      for (const id of ids) last.more.add(id);
    else joined.push({ change, more: new Set(ids) });
  }
  return joined.map(
    ({ change, more }) => (movedBy(change) ? { ...change, userIds: [...more] } : change) as GroupChange,
  );
}

/** Returns whom a change adds or removes; `null` for one that isn't about single members. */
function movedBy(change: GroupChange): string[] | null {
  return change.kind === "add-members" || change.kind === "remove-members" ? change.userIds : null;
}

function changeOf(op: Operation["op"], path: string, value: unknown): GroupChange | null {
  const target = readPath(path, SCHEMAS);
  if (target === null || !("attribute" in target)) return null;
  const { attribute, filter, sub } = target;
  if (attribute.mutability === "readOnly") throw readOnly(attribute.name);
  if (attribute.name === "externalId") {
    return {
      kind: "external-id",
      externalId: op === "remove" || typeof value !== "string" || value === "" ? null : value,
    };
  }
  if (attribute.name === "displayName") {
    if (op === "remove") throw invalidValue("displayName", "is required");
    return { kind: "name", displayName: readGroupName(value) };
  }
  if (sub !== null && sub.name !== "value") throw readOnly(`members.${sub.name}`);
  if (op === "remove") return { kind: "remove-members", userIds: removedBy(filter, value) };
  if (filter !== null) throw invalidPath("Members can be removed by a filter, and added by their id.");
  return { kind: op === "add" ? "add-members" : "replace-members", userIds: readMembers(value ?? []) };
}

function removedBy(filter: Filter | null, value: unknown): string[] | null {
  if (filter !== null) return idsIn(filter);
  return value === undefined || value === null ? null : readMembers(value);
}

function idsIn(filter: Filter): string[] {
  if (filter.op === "or" && "filters" in filter) return filter.filters.flatMap(idsIn);
  const isId = filter.op === "eq" && "compValue" in filter && filter.attrPath.toLowerCase() === "value";
  if (!isId || typeof filter.compValue !== "string") throw invalidPath("Members can be filtered by value eq.");
  return [filter.compValue];
}
