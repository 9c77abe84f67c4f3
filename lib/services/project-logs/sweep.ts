import type { Context } from "@/lib/core/context";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";
import { KEPT_DAYS, KEPT_ROWS } from "./retention";

const DAY_MS = 86_400_000;

interface End {
  projectId: string;
  at: Date;
  id: bigint;
}

/** Deletes requests that are older than they are kept, and of each project those beyond the newest that are kept. */
export async function sweepRequestLog({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const old = await db.$queryRaw<{ id: string }[]>`
    select id from project p where exists (select from request_log r where r.project_id = p.id and r.at < ${before})`;
  for (const { id } of old) {
    await deleteInParts(
      (limit) => db.$executeRaw`
        delete from request_log where ctid = any(array(
          select ctid from request_log where project_id = ${id} and at < ${before} limit ${limit}))`,
    );
  }
  const ends = await db.$queryRaw<End[]>`
    select p.id as "projectId", e.at, e.id from project p cross join lateral (
      select r.at, r.id from request_log r where r.project_id = p.id order by r.at desc, r.id desc
      offset ${KEPT_ROWS} limit 1) e`;
  for (const { projectId, at, id } of ends) {
    await deleteInParts(
      (limit) => db.$executeRaw`
        delete from request_log where ctid = any(array(
          select ctid from request_log where project_id = ${projectId} and (at, id) <= (${at}, ${id}::bigint)
          limit ${limit}))`,
    );
  }
}
