import type { Metadata } from "next";
import { DeployTable } from "@/components/dashboard/administration/deploy-table";
import { LiveLog } from "@/components/dashboard/sign-in-events/live-log";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChip } from "@/components/ui/filter-chip";
import { toggledAddress } from "@/components/ui/filtered-address";
import { ListToolbar } from "@/components/ui/list-toolbar";
import { PageHeading } from "@/components/ui/page-heading";
import { ListDeploysInput, listDeploys } from "@/lib/services/deploys/list";
import { requireOperatorAccount } from "@/lib/web/current-operator";

export const metadata: Metadata = { title: "Deploys" };

const ADDRESS = "/dashboard/admin/deploys";
const Query = ListDeploysInput.pick({ service: true }).strip();
const FILTERS = [
  { service: "web", label: "Web" },
  { service: "worker", label: "Worker" },
] as const;

export default async function DeploysPage({ searchParams }: PageProps<"/dashboard/admin/deploys">) {
  const { ctx } = await requireOperatorAccount();
  const parsed = Query.safeParse(await searchParams);
  const query = parsed.success ? parsed.data : {};
  const { items } = await listDeploys(ctx, { ...query, limit: 100 });
  const running = items.filter(({ status }) => status === "running").length;
  return (
    <>
      <PageHeading title="Deploys" />
      <ListToolbar count={`${running} running`}>
        {FILTERS.map(({ service, label }) => (
          <FilterChip
            key={service}
            href={toggledAddress(ADDRESS, query, "service", service)}
            isOn={query.service === service}
          >
            {label}
          </FilterChip>
        ))}
      </ListToolbar>
      {items.length > 0 ? (
        <DeployTable deploys={items} />
      ) : (
        <EmptyState title="No matching deploys" text="Each process writes a line here when it starts." />
      )}
      <LiveLog />
    </>
  );
}
