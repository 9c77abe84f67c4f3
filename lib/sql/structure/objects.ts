import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { LISTS, PAGE_OBJECTS, WHOLE } from "./object-queries";
import { OBJECT_KINDS, type ObjectDefinition, type ObjectPage } from "./resource";

export const ObjectKind = z.enum(OBJECT_KINDS);

export const ListObjectsInput = DatabaseInput.extend({
  kind: ObjectKind,
  search: z.string().max(200).default(""),
  /** The number of objects before the page. */
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
type ListObjectsInput = z.output<typeof ListObjectsInput>;

/** Returns a page of the database's views, functions, types, sequences or extensions, those of `public` first. */
export function listObjects(ctx: Context, { kind, search, offset, ...place }: ListObjectsInput): Promise<ObjectPage> {
  return withReadSession(ctx, place, async (session) => {
    const { rows } = await session.query(LISTS[kind], [search, String(offset)]);
    const found = rows.map(([text]): ObjectPage["objects"][number] => JSON.parse(text ?? ""));
    return { objects: found.slice(0, PAGE_OBJECTS), hasMore: found.length > PAGE_OBJECTS };
  });
}

export const GetObjectInput = DatabaseInput.extend({ kind: ObjectKind, id: z.string().regex(/^\d{1,10}$/) });
type GetObjectInput = z.output<typeof GetObjectInput>;

/** Returns the SQL that makes an object. Throws `not_found` for one that is not there. */
export function getObject(ctx: Context, { kind, id, ...place }: GetObjectInput): Promise<ObjectDefinition> {
  return withReadSession(ctx, place, async (session) => {
    const { rows } = await session.query(WHOLE[kind], [id]);
    const [text] = rows[0] ?? [];
    if (!text) throw new ServiceError("not_found", "There's no such object.");
    return JSON.parse(text);
  });
}
