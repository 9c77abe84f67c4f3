import { DeployTable } from "@/components/dashboard/administration/deploy-table";
import { LiveLog } from "@/components/dashboard/sign-in-events/live-log";
import { EmptyState } from "@/components/ui/empty-state";
import { defineList } from "@/components/ui/lists/define-list";
import { ListFilters } from "@/components/ui/lists/list-filters";
import { PageHeading } from "@/components/ui/page-heading";
import { ListDeploysInput, listDeploys } from "@/lib/services/deploys/list";
import { operatorPage } from "@/lib/web/current-operator";

export const metadata = { title: "Deploys" };

const ADDRESS = "/dashboard/admin/deploys";
const Query = ListDeploysInput.pick({ service: true }).strip().catch({});
const LIST = defineList({
  noun: "deploy",
  filters: [
    {
      name: "service",
      choices: [
        { id: "web", label: "Web" },
        { id: "worker", label: "Worker" },
      ],
    },
  ],
});

export default operatorPage(async ({ ctx, asked }) => {
  const query = Query.parse(asked);
  const { items } = await listDeploys(ctx, { ...query, limit: 100 });
  const running = items.filter(({ status }) => status === "running").length;
  return (
    <>
      <PageHeading title="Deploys" />
      <ListFilters list={LIST} address={ADDRESS} query={query} count={`${running} running`} />
      {items.length > 0 ? (
        <DeployTable deploys={items} />
      ) : (
        <EmptyState title="No matching deploys" text="Each process writes a line here when it starts." />
      )}
      <LiveLog />
    </>
  );
});
