import type { Database } from "@/lib/core/db/client";
import type { ServiceError } from "@/lib/core/errors";
import { functionNotFound, projectNotFound } from "@/lib/core/not-found";
import { projectSuspended } from "@/lib/sign-in/project-keys/authorise";
import { featureDisabled } from "./access";

const REASONS = {
  function_not_found: functionNotFound,
  project_not_found: projectNotFound,
  project_suspended: projectSuspended,
  feature_disabled: featureDisabled,
};

/** Returns those of the functions that may not run any more, with the message for their callers. */
export async function findWithdrawn(
  { db }: { db: Database },
  functionIds: readonly string[],
): Promise<Map<string, ServiceError>> {
  const rows = await db.$queryRaw<{ id: string; reason: keyof typeof REASONS | null }[]>`
    select given.id, case
      when f.id is null then 'function_not_found'
      when p.deleted_at is not null then 'project_not_found'
      when p.status <> 'active' then 'project_suspended'
      when not coalesce(o.functions, false) then 'feature_disabled'
    end as reason
    from unnest(${[...functionIds]}::text[]) as given (id)
    left join function f on f.id = given.id
    left join project p on p.id = f.project_id
    left join organisation o on o.id = p.organisation_id`;
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, REASONS[reason]()]])));
}
