import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { Deploy } from "@/lib/services/deploys/resource";

const COLUMNS = ["Service", "Build", "Built", "Host", "Started", "Ended", "Status"] as const;
const KINDS = { running: "good", stopped: "quiet", crashed: "bad" } as const;
const SHA_CHARACTERS = 12;

/** Which builds have run as which processes, the latest start first. */
export function DeployTable({ deploys }: { deploys: readonly Deploy[] }) {
  return (
    <Listing label="Deploys" minWidth={760} columns={COLUMNS} stacks hasActions={false}>
      {deploys.map((deploy) => (
        <tr key={deploy.id}>
          <th scope="row">{deploy.service}</th>
          <td data-label="Build">
            <code title={deploy.sha}>{deploy.sha.slice(0, SHA_CHARACTERS)}</code>
          </td>
          <td data-label="Built">
            <Moment at={deploy.builtAt} />
          </td>
          <td data-label="Host">
            {deploy.host}, process {deploy.pid}
          </td>
          <td data-label="Started">
            <Moment at={deploy.startedAt} />
          </td>
          <td data-label="Ended">{deploy.endedAt === null ? "" : <Moment at={deploy.endedAt} />}</td>
          <td data-label="Status">
            <StatusWord kind={KINDS[deploy.status]}>{deploy.status}</StatusWord>
          </td>
        </tr>
      ))}
    </Listing>
  );
}
