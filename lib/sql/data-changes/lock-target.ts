import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inCatalog } from "@/lib/sql/customer-session/in-catalog";
import { type Counters, readCounters } from "./counters";
import { describeTarget, findRelation, type Target } from "./target";

/** Describes a table and locks it against alteration until the transaction ends. Returns `null` when there is none. */
export async function lockTarget(
  session: CustomerSession,
  quotedName: string,
  mode: "ROW EXCLUSIVE" | "SHARE ROW EXCLUSIVE" = "ROW EXCLUSIVE",
): Promise<{ target: Target; before: Counters } | null> {
  const relation = await findRelation(session, quotedName);
  if (!relation) return null;
  if (relation.relkind === "r" || relation.relkind === "p")
    await session.query(`LOCK TABLE ONLY ${quotedName} IN ${mode} MODE`);
  return inCatalog(session, async () => {
    const target = await describeTarget(session, relation.oid);
    return target && { target, before: await readCounters(session) };
  });
}
