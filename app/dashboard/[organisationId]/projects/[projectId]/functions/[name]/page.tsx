import type { Metadata } from "next";
import { CodeWorkspace } from "@/components/dashboard/functions/code/code-workspace";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { readSources } from "@/lib/services/functions/deployments/read-sources";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { requireFunctionPage } from "@/lib/web/current-function";
import { deployFunction } from "../actions";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: name };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]">;

export default async function FunctionPage({ params }: Props) {
  const { organisationId, projectId, name } = await params;
  const { ctx, at, shown, mayWrite, isWriter, list, home } = await requireFunctionPage({
    organisationId,
    projectId,
    name,
  });
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  const [source, secrets] = await Promise.all([
    shown.activeVersion === null ? null : readSources(ctx, at),
    listSecrets(ctx, { projectId }),
  ]);
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="" />
      <CodeWorkspace
        memoryName={`${projectId}:${name}`}
        source={source}
        variables={[...secrets.items.map((secret) => secret.name), ...shown.env]}
        deployments={`${home}/deployments`}
        deploy={mayWrite ? deployFunction.bind(null, organisationId, projectId, name) : null}
      />
    </>
  );
}
