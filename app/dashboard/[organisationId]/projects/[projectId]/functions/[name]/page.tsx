import { CodeWorkspace } from "@/components/dashboard/functions/code/code-workspace";
import { readSources } from "@/lib/services/functions/deployments/read-sources";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { deployFunction } from "../actions";
import { functionPage, functionTitle } from "./function-page";

export const generateMetadata = functionTitle("");

export default functionPage("", async ({ projectId, name, ctx, at, shown, mayWrite, here, home, heading }) => {
  const [source, secrets] = await Promise.all([
    shown.activeVersion === null ? null : readSources(ctx, at),
    listSecrets(ctx, { projectId }),
  ]);
  return (
    <>
      {heading()}
      <CodeWorkspace
        memoryName={`${projectId}:${name}`}
        source={source}
        variables={[...secrets.items.map((secret) => secret.name), ...shown.env]}
        deployments={`${home}/deployments`}
        deploy={mayWrite ? here(deployFunction, name) : null}
      />
    </>
  );
});
