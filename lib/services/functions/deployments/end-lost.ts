import type { FunctionContext } from "../context";

/** Bundling and the trial start take seconds. */
const LOST_MS = 5 * 60_000;

/** Gives up deployments whose process ended before they were in force; the version that answers is not touched. */
export async function endLostDeployments({ db, clock }: FunctionContext): Promise<void> {
  const before = new Date(clock.now().getTime() - LOST_MS);
  await db.functionDeployment.updateMany({
    where: { status: "building", createdAt: { lt: before } },
    data: { status: "failed", log: "The service ended while it was being deployed. Deploy it again." },
  });
}
