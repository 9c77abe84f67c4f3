import type { Release } from "@/lib/core/concurrency";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";
import { holdSession } from "@/lib/sql/customer-session/hold-session";

const { runsOfMember, runsOfDatabase, runsOfOrganisation } = CONCURRENCY_LIMITS;

const REFUSALS: Readonly<Record<string, string>> = {
  [runsOfMember.name]: `You already have ${runsOfMember.limit} runs in progress. Wait for one to finish, or cancel one.`,
  [runsOfDatabase.name]: `This database already has ${runsOfDatabase.limit} runs in progress. Try again when one has finished.`,
  [runsOfOrganisation.name]: `Your organisation already has ${runsOfOrganisation.limit} runs in progress. Try again when one has finished.`,
};

/** Keeps a place for a run and for its session. Throws `rate_limited`. */
export async function holdRun(ctx: Context, database: { id: string; organisationId: string }): Promise<Release> {
  const run = ctx.concurrency.take([
    { limit: runsOfMember, key: ctx.actor.id },
    { limit: runsOfDatabase, key: database.id },
    { limit: runsOfOrganisation, key: database.organisationId },
  ]);
  if (typeof run !== "function") {
    throw new ServiceError("rate_limited", REFUSALS[run.name] ?? "", { retryAfterSeconds: 2 });
  }
  try {
    const session = await holdSession(ctx, database.id);
    return () => {
      session();
      run();
    };
  } catch (error) {
    run();
    throw error;
  }
}
