import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { type FunctionAddress, getFunction, READ_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { FunctionLogEntry, LOG_LEVELS, OUTCOMES, toLogEntry } from "./resource";

const Moment = z.iso.datetime({ offset: true });
const Position = z.string().regex(/^\d{1,18}$/, "isn't a cursor of this list");

export const ListFunctionLogsInput = z.strictObject({
  since: Moment.optional().meta({ example: "2026-01-01T12:00:00Z" }),
  until: Moment.optional().meta({ example: "2026-01-01T13:00:00Z" }),
  level: z.enum(LOG_LEVELS).optional().meta({ description: "Entries of this level and above", example: "warn" }),
  invocation: z.string().max(64).optional().meta({ example: "call_4k9x2m7q1w8e5r3t6y0u" }),
  outcome: z
    .enum([...OUTCOMES, "failed"])
    .optional()
    .meta({
      description: "The last entries of invocations that ended so; `failed` for all but `ok`",
      example: "failed",
    }),
  version: z.coerce.number().int().min(1).optional().meta({ example: 3 }),
  text: z.string().max(200).optional().meta({ description: "Part of the message, in any case", example: "receipt" }),
  cursor: Position.optional().meta({ example: "1041" }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).meta({ example: 100 }),
});
export type ListFunctionLogsInput = FunctionAddress & z.infer<typeof ListFunctionLogsInput>;

export const FunctionLogList = z
  .object({ items: z.array(FunctionLogEntry), nextCursor: z.string().nullable() })
  .meta({ id: "FunctionLogList" });
type FunctionLogList = z.infer<typeof FunctionLogList>;

/** Returns the log of a function, the latest first. Throws `function_not_found`. */
export async function listFunctionLogs(ctx: FunctionContext, input: ListFunctionLogsInput): Promise<FunctionLogList> {
  const { since, until, level, invocation, outcome, version, text, cursor, limit, ...at } = input;
  const { id: functionId } = await getFunction(ctx, at, READ_FUNCTIONS);
  if (since !== undefined && until !== undefined && Date.parse(until) <= Date.parse(since)) {
    const details = [{ path: "until", message: "must be after `since`" }];
    throw new ServiceError("invalid_request", "until: must be after `since`", { details });
  }
  const rows = await ctx.db.functionLog.findMany({
    where: {
      functionId,
      ...(cursor !== undefined && { id: { lt: BigInt(cursor) } }),
      ...(invocation !== undefined && { invocationId: invocation }),
      ...(version !== undefined && { version }),
      ...(outcome !== undefined && { outcome: outcome === "failed" ? { not: "ok" } : outcome }),
      ...(text !== undefined && text !== "" && { message: containing(text) }),
      ...(level !== undefined && { level: { in: LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)) } }),
      at: { ...(since !== undefined && { gte: new Date(since) }), ...(until !== undefined && { lt: new Date(until) }) },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map(toLogEntry);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** `%` and `_` stand for themselves. */
function containing(text: string) {
  return { contains: text.replaceAll(/[\\%_]/g, String.raw`\$&`), mode: "insensitive" as const };
}
