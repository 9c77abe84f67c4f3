import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { isOneLine } from "@/lib/core/names";
import { addUserImportJob } from "@/lib/core/queue/add";
import { requireActiveProject } from "../project-keys/authorise";
import { type ImportAddress, TRANSFER_USERS } from "./address";
import { type StoredRecord, UserFile } from "./file/read-file";
import { EXISTING_RULES, IMPORT_SOURCES, toUserImport, type UserImport } from "./resource";
import { HashParameters } from "./sources/firebase";
import { sealPart } from "./stored-part";

/** A part is written in one transaction, which takes some tens of milliseconds. */
const PART_RECORDS = 500;

export const CreateUserImportInput = z.strictObject({
  /** Without it, the file itself shows whose format it has. */
  source: z.enum(IMPORT_SOURCES).nullable().default(null),
  existing: z.enum(EXISTING_RULES).default("skip"),
  sendsEvents: z.boolean().default(false),
  /** The file is only checked; `startUserImport` imports it then. */
  isDryRun: z.boolean().default(false),
  fileName: z.string().max(255).refine(isOneLine).default(""),
  hashParameters: HashParameters.nullable().default(null),
});
export type CreateUserImportInput = z.infer<typeof CreateUserImportInput>;

interface NewImport extends CreateUserImportInput {
  projectId: string;
  body: AsyncIterable<Uint8Array>;
  /** The caller runs it itself; should its process die, the sweep queues it. */
  isRunByCaller?: boolean;
}

/**
 * Takes in a file of users while it arrives, sealed in parts, and queues its check or import. Throws `conflict` while
 * another import of the project runs, `invalid_request` for a file that cannot be read, `body_too_large`.
 */
export async function createUserImport(ctx: Context, given: NewImport): Promise<UserImport> {
  const { projectId, body, isRunByCaller = false, ...input } = given;
  const { organisationId } = await requireActiveProject(ctx, projectId, TRANSFER_USERS);
  const address = { projectId, importId: createId("userImport", ctx.random) };
  await insertImport(ctx, address, input);
  const file = new UserFile(input);
  try {
    await receive(ctx, address, file.read(body));
  } catch (error) {
    await ctx.db.userImport.deleteMany({ where: { id: address.importId, projectId } });
    throw error;
  }
  return withTransaction(ctx, async (tx) => {
    const { source, records } = file;
    const [row] = await tx.db.userImport.updateManyAndReturn({
      where: { id: address.importId, projectId, status: "receiving" },
      data: {
        ...{ source: source ?? "coppice", records, bytes: file.bytes, progressAt: tx.clock.now() },
        status: input.isDryRun ? "checking" : "running",
      },
    });
    if (!row) throw cancelled();
    if (!isRunByCaller) await addUserImportJob(tx, address);
    const data = { importId: row.id, source: row.source, users: records, isDryRun: input.isDryRun };
    await recordAudit(tx, { organisationId, action: "user.import", targetId: projectId, data });
    return toUserImport(row);
  });
}

async function insertImport(ctx: Context, { projectId, importId }: ImportAddress, input: CreateUserImportInput) {
  const now = ctx.clock.now();
  const { existing, sendsEvents, fileName } = input;
  const createdBy = `${ctx.actor.kind}:${ctx.actor.id}`;
  const row = { id: importId, projectId, existing, sendsEvents, fileName, createdBy, createdAt: now, progressAt: now };
  try {
    await ctx.db.userImport.create({ data: { ...row, status: "receiving", source: input.source ?? "coppice" } });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", "Another import of this project is running. Wait for it, or cancel it.");
  }
}

async function receive(ctx: Context, address: ImportAddress, records: AsyncIterable<StoredRecord>): Promise<void> {
  let position = 0;
  let part: StoredRecord[] = [];
  const store = async () => {
    await storePart(ctx, address, { position, records: part });
    [position, part] = [position + 1, []];
  };
  for await (const record of records) {
    part.push(record);
    if (part.length === PART_RECORDS) await store();
  }
  if (part.length > 0) await store();
}

/** Throws `conflict` once the import was cancelled. */
async function storePart(
  ctx: Context,
  { projectId, importId }: ImportAddress,
  { position, records }: { position: number; records: StoredRecord[] },
): Promise<void> {
  const content = sealPart(ctx, importId, position, records);
  await withTransaction(ctx, async (tx) => {
    const { count } = await tx.db.userImport.updateMany({
      where: { id: importId, projectId, status: "receiving" },
      data: { records: { increment: records.length }, progressAt: tx.clock.now() },
    });
    if (count === 0) throw cancelled();
    await tx.db.userImportPart.create({ data: { importId, position, content }, select: { position: true } });
  });
}

function cancelled(): ServiceError {
  return new ServiceError("conflict", "The import was cancelled.");
}
