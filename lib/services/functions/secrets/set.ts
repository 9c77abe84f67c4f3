import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { requireFunctions, WRITE_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { VariableName } from "../names";
import { VariableValue } from "../settings";
import { type FunctionSecret, secretPlace, toSecret } from "./resource";

const MOST_SECRETS = 100;

export const SetSecretInput = z.strictObject({ value: VariableValue.meta({ example: "sk_live_…" }) });
type SetSecretInput = z.infer<typeof SetSecretInput>;

/**
 * Sets a secret that all functions of the project get as an environment variable, from their next invocation on. Throws
 * `invalid_request` for a name that the service sets itself, `conflict` for one too many.
 */
export async function setSecret(
  ctx: FunctionContext,
  { projectId, name: given, value }: SetSecretInput & { projectId: string; name: string },
): Promise<FunctionSecret> {
  const { organisationId } = await requireFunctions(ctx, projectId, WRITE_FUNCTIONS);
  const name = requireVariableName(given);
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const known = await tx.db.functionSecret.findUnique({
      where: { projectId_name: { projectId, name } },
      select: { id: true },
    });
    if (!known && (await tx.db.functionSecret.count({ where: { projectId } })) >= MOST_SECRETS) {
      throw new ServiceError("conflict", `A project has at most ${MOST_SECRETS} secrets. Delete one first.`);
    }
    const id = known?.id ?? createId("functionSecret", tx.random);
    const revision = createId("functionSecret", tx.random);
    const data = { value: tx.sealer.seal(value, secretPlace(id)), revision, updatedAt: tx.clock.now() };
    await tx.db.functionSecret.upsert({
      where: { id },
      create: { id, projectId, name, ...data },
      update: data,
      select: { id: true },
    });
    const trace = { projectId, name };
    await recordAudit(tx, { organisationId, action: "function_secret.set", targetId: id, data: trace });
    return toSecret({ name, updatedAt: data.updatedAt }, value);
  });
}

function requireVariableName(name: string): string {
  const parsed = VariableName.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new ServiceError("invalid_request", `The name ${parsed.error.issues[0]?.message ?? "isn't valid"}.`);
}
