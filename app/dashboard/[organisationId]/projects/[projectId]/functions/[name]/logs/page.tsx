import { LogView } from "@/components/dashboard/functions/logs/log-view";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { functionPage, functionTitle } from "../function-page";

export const generateMetadata = functionTitle("Logs of ");

const MOST_VERSIONS = 50;

/** `?invocation=` shows one call. */
export default functionPage("/logs", async ({ ctx, at, home, heading, asked: { invocation } }) => {
  const { items } = await listDeployments(ctx, { ...at, limit: MOST_VERSIONS });
  return (
    <>
      {heading()}
      <LogView
        address={`${home}/logs/entries`}
        versions={[...new Set(items.map(({ version }) => version))].sort((a, b) => b - a)}
        invocation={typeof invocation === "string" ? invocation.slice(0, 64) : ""}
      />
    </>
  );
});
