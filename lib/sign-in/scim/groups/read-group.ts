import { GROUP_ATTRIBUTES } from "../schema/group";
import { type Document, readDocument } from "../schema/read-document";
import { invalidValue } from "../schema/refusals";
import { COMMON_ATTRIBUTES } from "../schema/user";

const MAX_NAME = 256;
export const MAX_MEMBERS_AT_ONCE = 10_000;

export interface GroupInput {
  displayName: string;
  externalId: string | null;
  /** The users' ids; `undefined` where the body doesn't say. */
  members: string[] | undefined;
}

const PLAIN = [...COMMON_ATTRIBUTES, ...GROUP_ATTRIBUTES.filter(({ multiValued }) => !multiValued)];

/** Throws `invalid_request`. */
export function readGroup(body: object): GroupInput {
  const document = readDocument(body, PLAIN);
  const given = Object.entries(body).find(([name]) => name.toLowerCase() === "members");
  return {
    displayName: readGroupName(document.displayName),
    externalId: readExternalId(document),
    members: given === undefined || given[1] === null ? undefined : readMembers(given[1]),
  };
}

export function readGroupName(given: unknown): string {
  const name = typeof given === "string" ? given.trim() : "";
  if (name === "" || name.length > MAX_NAME) throw invalidValue("displayName", `must have 1 to ${MAX_NAME} characters`);
  if (name.includes("\0") || !name.isWellFormed())
    throw invalidValue("displayName", "must not hold NUL or half a character");
  return name;
}

export function readExternalId({ externalId }: Document): string | null {
  return typeof externalId === "string" && externalId !== "" ? externalId : null;
}

/** Returns the ids that members have, each once; a single member can stand by itself. */
export function readMembers(given: unknown): string[] {
  const members = [given].flat();
  if (members.length > MAX_MEMBERS_AT_ONCE) throw invalidValue("members", `can be ${MAX_MEMBERS_AT_ONCE} at once`);
  const ids = members.map((each: unknown) => {
    const value = typeof each === "object" && each !== null ? Reflect.get(each, "value") : each;
    if (typeof value !== "string" || value.length > 64)
      throw invalidValue("members", "must have the id of a user as value");
    return value;
  });
  return [...new Set(ids)];
}
