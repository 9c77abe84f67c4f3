import type { Metadata } from "next";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { LogView } from "@/components/dashboard/functions/logs/log-view";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { requireFunctionPage } from "@/lib/web/current-function";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: `Logs of ${name}` };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]/logs">;

const MOST_VERSIONS = 50;

/** `?invocation=` shows one call. */
export default async function FunctionLogsPage({ params, searchParams }: Props) {
  const { organisationId, projectId, name } = await params;
  const { invocation } = await searchParams;
  const { ctx, at, shown, isWriter, list, home } = await requireFunctionPage({ organisationId, projectId, name });
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  const { items } = await listDeployments(ctx, { ...at, limit: MOST_VERSIONS });
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="/logs" />
      <LogView
        address={`${home}/logs/entries`}
        versions={[...new Set(items.map(({ version }) => version))].sort((a, b) => b - a)}
        invocation={typeof invocation === "string" ? invocation.slice(0, 64) : ""}
      />
    </>
  );
}
