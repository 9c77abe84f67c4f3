import { Email, Image } from "@/lib/core/user-fields";
import type { Schemas } from "../patch/path";
import { type Document, readDocument } from "../schema/read-document";
import { invalidValue } from "../schema/refusals";
import {
  COMMON_ATTRIBUTES,
  ENTERPRISE_ATTRIBUTES,
  ENTERPRISE_SCHEMA,
  USER_ATTRIBUTES,
  USER_SCHEMA,
} from "../schema/user";

const ATTRIBUTES = [...COMMON_ATTRIBUTES, ...USER_ATTRIBUTES];
const MAX_BYTES = 32_768;
const MAX_USER_NAME = 256;
const MAX_NAME = 128;

export const USER_SCHEMAS: Schemas = {
  core: USER_SCHEMA,
  attributes: ATTRIBUTES,
  extensions: { [ENTERPRISE_SCHEMA]: ENTERPRISE_ATTRIBUTES },
};

/** The user as a directory describes them. */
export interface Provisioned {
  userName: string;
  externalId: string | null;
  /** `undefined` leaves it as it is. */
  isActive: boolean | undefined;
  /** All other attributes, as they are stored and shown again. */
  attributes: Document;
  /** The fields of the user that follow from them. */
  email: string;
  name: string;
  image: string | null;
}

/** Returns the attributes of a body, those of the enterprise extension in an object of their own. */
export function readUserDocument(body: object): Document {
  const document = readDocument(body, ATTRIBUTES);
  const extension = Object.entries(body).find(([name]) => name.toLowerCase() === ENTERPRISE_SCHEMA.toLowerCase())?.[1];
  if (typeof extension !== "object" || extension === null || Array.isArray(extension)) return document;
  const read = readDocument(extension, ENTERPRISE_ATTRIBUTES, "");
  return Object.keys(read).length === 0 ? document : { ...document, [ENTERPRISE_SCHEMA]: read };
}

/** Throws `invalid_request` for attributes that no user can have. */
export function readProvisioned(document: Document): Provisioned {
  const { id: _, userName: given, externalId, active, ...attributes } = document;
  const userName = typeof given === "string" ? given.trim() : "";
  if (userName === "") throw invalidValue("userName", "is required");
  if (userName.length > MAX_USER_NAME) throw invalidValue("userName", `can have ${MAX_USER_NAME} characters`);
  if (Buffer.byteLength(JSON.stringify(attributes)) > MAX_BYTES) throw invalidValue("body", "has too much of a user");
  return {
    userName,
    externalId: typeof externalId === "string" && externalId !== "" ? externalId : null,
    isActive: typeof active === "boolean" ? active : undefined,
    attributes,
    email: emailOf(userName, attributes),
    name: nameOf(attributes),
    image: imageOf(attributes),
  };
}

const several = (value: unknown) => (Array.isArray(value) ? (value as Document[]) : []);
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** The primary address counts, else that for work, else the first; a directory without addresses has them as names. */
function emailOf(userName: string, { emails }: Document): string {
  const all = several(emails).filter(({ value }) => textOf(value) !== "");
  const meant = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => type === "work") ?? all[0];
  const email = Email.safeParse(textOf(meant?.value ?? userName));
  if (email.success) return email.data;
  throw invalidValue("emails", "must have an email address, unless userName is one");
}

function nameOf({ displayName, name }: Document): string {
  const { formatted, givenName, familyName } = (name ?? {}) as Document;
  const parts = [textOf(givenName), textOf(familyName)].filter(Boolean).join(" ");
  const whole = textOf(displayName) || textOf(formatted) || parts;
  return whole
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .slice(0, MAX_NAME)
    .toWellFormed();
}

/** Pictures that are no address are kept among the attributes alone. */
function imageOf({ photos }: Document): string | null {
  const all = several(photos);
  const image = Image.safeParse(textOf((all.find(({ primary }) => primary === true) ?? all[0])?.value));
  return image.success && URL.parse(image.data)?.protocol === "https:" ? image.data : null;
}
