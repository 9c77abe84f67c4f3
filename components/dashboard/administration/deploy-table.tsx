import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { Deploy } from "@/lib/services/deploys/resource";

const KINDS = { running: "good", stopped: "quiet", crashed: "bad" } as const;
const SHA_CHARACTERS = 12;

/** Which builds have run as which processes, the latest start first. */
export function DeployTable({ deploys }: { deploys: readonly Deploy[] }) {
  return (
    <DataTable
      label="Deploys"
      minWidth={760}
      rows={deploys}
      columns={[
        { name: "Service", cell: ({ service }) => service },
        { name: "Build", cell: ({ sha }) => <code title={sha}>{sha.slice(0, SHA_CHARACTERS)}</code> },
        { name: "Built", cell: ({ builtAt }) => <Moment at={builtAt} /> },
        { name: "Host", cell: ({ host, pid }) => `${host}, process ${pid}` },
        { name: "Started", cell: ({ startedAt }) => <Moment at={startedAt} /> },
        { name: "Ended", cell: ({ endedAt }) => endedAt !== null && <Moment at={endedAt} /> },
        { name: "Status", cell: ({ status }) => <StatusWord kind={KINDS[status]}>{status}</StatusWord> },
      ]}
    />
  );
}
