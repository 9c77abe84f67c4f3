import { SecretList, SetSecret } from "@/components/dashboard/functions/secrets/secret-list";
import { READ_ONLY } from "@/components/dashboard/functions/words";
import { CopyField } from "@/components/ui/copy-field";
import { ListPage } from "@/components/ui/lists/list-page";
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
  const create = changes && <SetSecret form={changes.form} set={changes.set} />;
  return (
    <ListPage
      heading={heading}
      create={create}
      isEmpty={items.length === 0}
      empty={{
        title: "No secrets yet",
        text: "A secret is a text such as a key of another service. All functions of the project get it as an environment variable, and it's kept out of their logs.",
        example: <CopyField label="Set one on the command line" text={setExample(projectId)} />,
      }}
      next={create ?? READ_ONLY}
    >
      <ListToolbar count="All functions of the project get them as environment variables" />
      <SecretList secrets={items} changes={changes} />
    </ListPage>
  );
});

function setExample(projectId: string): string {
  return `npm run coppice -- functions secrets --project ${projectId} --set STRIPE_KEY < key.txt`;
}
