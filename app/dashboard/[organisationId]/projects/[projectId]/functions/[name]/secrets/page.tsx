import { SecretList, SetSecret } from "@/components/dashboard/functions/secrets/secret-list";
import { READ_ONLY } from "@/components/dashboard/functions/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { ListToolbar } from "@/components/ui/lists/list-toolbar";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { deleteFunctionSecret, setFunctionSecret } from "../../actions";
import { SECRET } from "../../forms";
import { functionPage, functionTitle } from "../function-page";

export const generateMetadata = functionTitle("Secrets of ");

export default functionPage("/secrets", async ({ projectId, ctx, mayWrite, here, heading }) => {
  const { items } = await listSecrets(ctx, { projectId });
  const changes = mayWrite
    ? { form: SECRET.form, set: here(setFunctionSecret), remove: here(deleteFunctionSecret) }
    : null;
  return (
    <>
      {heading(changes && items.length > 0 && <SetSecret form={changes.form} set={changes.set} />)}
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
});

function setExample(projectId: string): string {
  return `npm run coppice -- functions secrets --project ${projectId} --set STRIPE_KEY < key.txt`;
}
