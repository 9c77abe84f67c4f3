import { DeploymentTable } from "@/components/dashboard/functions/deployments/deployment-table";
import { Difference } from "@/components/dashboard/functions/deployments/difference";
import { OlderLink } from "@/components/ui/lists/older-link";
import { Refusal } from "@/components/ui/refusal";
import { ServiceError } from "@/lib/core/errors";
import { compareVersions } from "@/lib/services/functions/deployments/compare-versions";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { listAuthors } from "@/lib/services/functions/deployments/list-authors";
import type { CurrentFunction } from "@/lib/web/current-function";
import { rollBackFunction } from "../../actions";
import { functionPage, functionTitle } from "../function-page";

export const generateMetadata = functionTitle("Deployments of ");

/** `?before=` shows older ones, and `?from=` with `?to=` compares two versions. */
export default functionPage(
  "/deployments",
  async ({ name, ctx, at, shown, mayWrite, here, home, heading, asked: { before, from, to } }) => {
    const cursor = typeof before === "string" ? before : undefined;
    const { items, nextCursor } = await listDeployments(ctx, { ...at, limit: 20, cursor });
    const [authors, compared] = await Promise.all([
      listAuthors(ctx, { ...at, deployments: items }),
      compare({ ctx, at }, { from: Number(from), to: Number(to) }),
    ]);
    const address = `${home}/deployments`;
    return (
      <>
        {heading()}
        {typeof compared === "string" && <Refusal message={compared} mb="sm" />}
        {compared !== null && typeof compared === "object" && <Difference difference={compared} back={address} />}
        <DeploymentTable
          home={address}
          deployments={items}
          authors={authors}
          active={shown.activeVersion}
          rollBack={mayWrite ? here(rollBackFunction, name) : null}
        />
        <OlderLink address={address} query={{}} cursor={nextCursor} />
      </>
    );
  },
);

/** Returns the reason where a version is no longer kept. */
async function compare({ ctx, at }: Pick<CurrentFunction, "ctx" | "at">, { from, to }: { from: number; to: number }) {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null;
  try {
    return await compareVersions(ctx, { ...at, from, to });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "version_not_found") return error.message;
    throw error;
  }
}
