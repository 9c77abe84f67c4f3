import type { Metadata } from "next";
import { DeployTable } from "@/components/dashboard/administration/deploy-table";
import { LiveLog } from "@/components/dashboard/sign-in-events/live-log";
import { EmptyState } from "@/components/ui/empty-state";
import { defineList } from "@/components/ui/lists/define-list";
import { ListFilters } from "@/components/ui/lists/list-filters";
import { PageHeading } from "@/components/ui/page-heading";
import { ListDeploysInput, listDeploys } from "@/lib/services/deploys/list";
import { requireOperatorAccount } from "@/lib/web/current-operator";

export const metadata: Metadata = { title: "Deploys" };

const ADDRESS = "/dashboard/admin/deploys";
const Query = ListDeploysInput.pick({ service: true }).strip();
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

export default async function DeploysPage({ searchParams }: PageProps<"/dashboard/admin/deploys">) {
  const { ctx } = await requireOperatorAccount();
  const parsed = Query.safeParse(await searchParams);
  const query = parsed.success ? parsed.data : {};
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
}
