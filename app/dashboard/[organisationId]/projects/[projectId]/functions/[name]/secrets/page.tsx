import type { Metadata } from "next";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { SecretList, SetSecret } from "@/components/dashboard/functions/secrets/secret-list";
import { READ_ONLY } from "@/components/dashboard/functions/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { ListToolbar } from "@/components/ui/lists/list-toolbar";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { requireFunctionPage } from "@/lib/web/current-function";
import { deleteFunctionSecret, setFunctionSecret } from "../../actions";
import { SECRET } from "../../forms";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: `Secrets of ${name}` };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]/secrets">;

export default async function SecretsPage({ params }: Props) {
  const { organisationId, projectId, name } = await params;
  const { ctx, shown, mayWrite, isWriter, list, home } = await requireFunctionPage({ organisationId, projectId, name });
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  const { items } = await listSecrets(ctx, { projectId });
  const here = [organisationId, projectId] as const;
  const changes = mayWrite
    ? {
        form: SECRET.form,
        set: setFunctionSecret.bind(null, ...here),
        remove: deleteFunctionSecret.bind(null, ...here),
      }
    : null;
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="/secrets">
        {changes && items.length > 0 && <SetSecret form={changes.form} set={changes.set} />}
      </FunctionHeading>
      {items.length > 0 ? (
        <>
          <ListToolbar count="All functions of the project get them as environment variables" />
          <SecretList secrets={items} changes={changes} />
        </>
      ) : (
        <EmptyState
          title="No secrets yet"
          text="A secret is a text such as a key of another service. All functions of the project get it as an environment variable, and it's kept out of their logs."
          example={<CopyField label="Set one on the command line" text={setExample(projectId)} />}
        >
          {changes ? <SetSecret form={changes.form} set={changes.set} /> : READ_ONLY}
        </EmptyState>
      )}
    </>
  );
}

function setExample(projectId: string): string {
  return `npm run coppice -- functions secrets --project ${projectId} --set STRIPE_KEY < key.txt`;
}
