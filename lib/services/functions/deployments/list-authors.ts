import { findPeople } from "@/lib/people/members/find-people";
import { type FunctionAddress, getFunction, READ_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import type { FunctionDeployment } from "./resource";

/** Returns the names of the members and keys that made deployments, by their ids; those that are gone are left out. */
export async function listAuthors(
  ctx: FunctionContext,
  { deployments, ...at }: FunctionAddress & { deployments: readonly FunctionDeployment[] },
): Promise<ReadonlyMap<string, string>> {
  await getFunction(ctx, at, READ_FUNCTIONS);
  const ids = [...new Set(deployments.map(({ by }) => by.id))];
  const [people, keys] = await Promise.all([
    findPeople(ctx, ids),
    ctx.db.projectKey.findMany({
      where: { id: { in: ids }, projectId: at.projectId },
      select: { id: true, name: true },
    }),
  ]);
  return new Map([
    ...[...people].map(([id, { name, email }]) => [id, name || email] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}
