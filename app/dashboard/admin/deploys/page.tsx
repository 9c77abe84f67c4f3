import { DeployTable } from "@/components/dashboard/administration/deploy-table";
import { LiveLog } from "@/components/dashboard/sign-in-events/live-log";
import { defineList } from "@/components/ui/lists/define-list";
import { ListFilters } from "@/components/ui/lists/list-filters";
import { ListPage } from "@/components/ui/lists/list-page";
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
      <ListPage
        heading={{ title: "Deploys" }}
        top={<ListFilters list={LIST} address={ADDRESS} query={query} count={`${running} running`} />}
        isEmpty={items.length === 0}
        empty={{ title: "No matching deploys", text: "Each process writes a line here when it starts." }}
      >
        <DeployTable deploys={items} />
      </ListPage>
      <LiveLog />
    </>
  );
});
