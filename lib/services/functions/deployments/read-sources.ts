import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { type FunctionAddress, getFunction, READ_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import type { FunctionSources } from "./resource";
import { readStoredSources } from "./sources";

export const ReadSourcesInput = z.strictObject({
  /** The version that answers, unless another is named. */
  version: z.coerce.number().int().min(1).optional(),
});

/**
 * Returns the files of a version that is still kept, to callers who may see the function. Throws `function_not_found`,
 * `version_not_found`, also where no version answers yet.
 */
export async function readSources(
  ctx: FunctionContext,
  { version: number, ...at }: FunctionAddress & z.infer<typeof ReadSourcesInput>,
): Promise<FunctionSources> {
  const { id: functionId, activeVersionId } = await getFunction(ctx, at, READ_FUNCTIONS);
  const row = await ctx.db.functionVersion.findFirst({
    where: { functionId, ...(number === undefined ? { id: activeVersionId ?? "" } : { number }) },
    select: { number: true, sourcesId: true },
  });
  if (!row) {
    const message =
      number === undefined ? "No version answers yet." : `Version ${number} isn't kept any more, or never was.`;
    throw new ServiceError("version_not_found", message);
  }
  if (row.sourcesId === null) return { version: row.number, entry: null, files: null };
  const { entry, files } = await readStoredSources(ctx, row.sourcesId);
  return { version: row.number, entry, files };
}
