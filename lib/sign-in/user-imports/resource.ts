import { z } from "zod";

export const IMPORT_SOURCES = ["coppice", "clerk", "auth0", "supabase", "firebase"] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The rules for a user who is there already. */
export const EXISTING_RULES = ["skip", "update", "fail"] as const;
export type ExistingRule = (typeof EXISTING_RULES)[number];

const STATUSES = ["receiving", "checking", "checked", "running", "done", "cancelled", "failed"] as const;

const Count = z.int().meta({ example: 0 });
const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });

/** An import of users as its owner sees it. Times are ISO 8601, UTC. */
export const UserImport = z
  .object({
    id: z.string().meta({ example: "imp_4k9x2m7q1w8e5r3t6y0u" }),
    status: z.enum(STATUSES).meta({
      description: "It ends as `checked`, `done`, `cancelled` or `failed`. A checked one can be started for 24 hours.",
      example: "running",
    }),
    source: z.enum(IMPORT_SOURCES).meta({ example: "coppice" }),
    existing: z.enum(EXISTING_RULES).meta({ example: "skip" }),
    sendsEvents: z.boolean().meta({ description: "Whether webhooks are told of each user.", example: false }),
    fileName: z.string().meta({ example: "users.ndjson" }),
    records: Count.meta({ description: "Users in the file.", example: 1200 }),
    done: Count.meta({ description: "How many of them were read.", example: 1000 }),
    created: Count.meta({ description: "Created, or to be created.", example: 990 }),
    updated: Count,
    skipped: Count,
    refused: Count.meta({ description: "Lines of the report.", example: 10 }),
    failure: z.string().nullable().meta({ description: "Why it failed.", example: null }),
    createdAt: Moment,
    finishedAt: Moment.nullable().meta({ example: null }),
  })
  .meta({ id: "UserImport" });
export type UserImport = z.infer<typeof UserImport>;

export type ImportStatus = UserImport["status"];

type Row = Omit<UserImport, "createdAt" | "finishedAt" | "status" | "source" | "existing"> & {
  status: string;
  source: string;
  existing: string;
  createdAt: Date;
  finishedAt: Date | null;
};

export function toUserImport(row: Row): UserImport {
  return {
    id: row.id,
    status: row.status as ImportStatus,
    source: row.source as ImportSource,
    existing: row.existing as ExistingRule,
    sendsEvents: row.sendsEvents,
    fileName: row.fileName,
    records: row.records,
    done: row.done,
    created: row.created,
    updated: row.updated,
    skipped: row.skipped,
    refused: row.refused,
    failure: row.failure,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** A line of the report. */
export interface ImportProblem {
  line: number;
  field: string | null;
  message: string;
}
