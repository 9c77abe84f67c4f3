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
      description:
        "Whether all changes are recorded. False if triggers of the table or a partition are missing or disabled, or the table inherits from another. A new partition is recorded once someone subscribes, or the table is published again.",
      example: true,
    }),
    unjudgeable: z.array(z.string()).meta({
      description:
        "The virtual generated columns that policies name, for a table that is published to `rls`. Changes don't have their values, so subscribers get a gap instead of each change.",
      example: [],
    }),
  })
  .meta({ id: "RealtimeTable" });
export type RealtimeTable = z.infer<typeof RealtimeTable>;

export const RealtimeTableList = z.object({ items: z.array(RealtimeTable) }).meta({ id: "RealtimeTableList" });

export const UnpublishedTable = z
  .object({ unpublished: z.literal(true), table: z.string().meta({ example: "public.todos" }) })
  .meta({ id: "UnpublishedTable" });

/** The facts that a database gives about a table that can be published. */
export const TableFacts = z.object({
  schema: z.string(),
  name: z.string(),
  hasKey: z.boolean(),
  hasRowSecurity: z.boolean(),
  /** Whether a policy lets users of the app read rows. */
  hasPolicy: z.boolean(),
  /** Columns that can hold the ID of a user. */
  ownerColumns: z.array(z.string()),
  /** Virtual generated columns that policies name. */
  unjudgeable: z.array(z.string()),
});

/** A table of the project's database, and the obstacle to publishing it. */
export interface TableChoice extends Omit<z.infer<typeof TableFacts>, "schema" | "name"> {
  /** Such as `public.todos`. */
  table: string;
  /** `null` for a table that isn't published. */
  audience: string | null;
  /** Whether the changes of a published table are recorded. */
  recorded: boolean;
}

export function toRealtimeTable(table: PublishedTable): RealtimeTable {
  const unjudgeable = table.audience === "rls" ? table.unjudgeable : [];
  return {
    table: nameOf(table),
    audience: table.audience,
    recorded: table.isRecorded && table.isFollowed,
    unjudgeable,
  };
}
