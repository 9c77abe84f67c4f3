import { z } from "zod";
import { nameOf, type PublishedTable } from "../outbox/read-tables";

/** `owner:` is followed by the name of a column, in at most 63 bytes. */
const AUDIENCE = /^(?:signed-in|anyone|rls|owner:[^\0]{1,63})$/;

export const Audience = z.string().regex(AUDIENCE, "must be signed-in, anyone, rls or owner:<column>").meta({
  description:
    "Who gets the changes: every signed-in user, anyone, the user whose ID is in a column, or whom the policies of row-level security let read the row.",
  example: "owner:author_id",
});

export const RealtimeTable = z
  .object({
    table: z.string().meta({ example: "public.todos" }),
    audience: z.string().meta({ example: "owner:author_id" }),
    recorded: z.boolean().meta({
      description: "Whether changes are recorded. False once someone has dropped or disabled the triggers.",
      example: true,
    }),
  })
  .meta({ id: "RealtimeTable" });
export type RealtimeTable = z.infer<typeof RealtimeTable>;

export const RealtimeTableList = z.object({ items: z.array(RealtimeTable) }).meta({ id: "RealtimeTableList" });

export const UnpublishedTable = z
  .object({ unpublished: z.literal(true), table: z.string().meta({ example: "public.todos" }) })
  .meta({ id: "UnpublishedTable" });

export function toRealtimeTable(table: PublishedTable): RealtimeTable {
  return { table: nameOf(table), audience: table.audience, recorded: table.isRecorded };
}
