import type { Metadata } from "next";
import { DeploymentTable } from "@/components/dashboard/functions/deployments/deployment-table";
import { Difference } from "@/components/dashboard/functions/deployments/difference";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { OlderLink } from "@/components/ui/lists/older-link";
import { Refusal } from "@/components/ui/refusal";
import { ServiceError } from "@/lib/core/errors";
import { compareVersions } from "@/lib/services/functions/deployments/compare-versions";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { listAuthors } from "@/lib/services/functions/deployments/list-authors";
import { type FunctionPage, requireFunctionPage } from "@/lib/web/current-function";
import { rollBackFunction } from "../../actions";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: `Deployments of ${name}` };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]/deployments">;

/** `?before=` shows older ones, and `?from=` with `?to=` compares two versions. */
export default async function DeploymentsPage({ params, searchParams }: Props) {
  const { organisationId, projectId, name } = await params;
  const { before, from, to } = await searchParams;
  const current = await requireFunctionPage({ organisationId, projectId, name });
  const { ctx, at, shown, mayWrite, isWriter, list, home } = current;
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  const cursor = typeof before === "string" ? before : undefined;
  const { items, nextCursor } = await listDeployments(ctx, { ...at, limit: 20, cursor });
  const [authors, compared] = await Promise.all([
    listAuthors(ctx, { ...at, deployments: items }),
    compare(current, { from: Number(from), to: Number(to) }),
  ]);
  const address = `${home}/deployments`;
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="/deployments" />
      {typeof compared === "string" && <Refusal message={compared} mb="sm" />}
      {compared !== null && typeof compared === "object" && <Difference difference={compared} back={address} />}
      <DeploymentTable
        home={address}
        deployments={items}
        authors={authors}
        active={shown.activeVersion}
        rollBack={mayWrite ? rollBackFunction.bind(null, organisationId, projectId, name) : null}
      />
      <OlderLink address={address} query={{}} cursor={nextCursor} />
    </>
  );
}

/** Returns the reason where a version is no longer kept. */
async function compare({ ctx, at }: FunctionPage, { from, to }: { from: number; to: number }) {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null;
  try {
    return await compareVersions(ctx, { ...at, from, to });
  } catch (error) {
    if (error instanceof ServiceError && error.code === "version_not_found") return error.message;
    throw error;
  }
}
