import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
import type { OwnedOrganization } from "@/lib/sign-in/user-organisations/resource";

interface Props {
  /** The address of this list. */
  address: string;
  organisations: readonly OwnedOrganization[];
}

const COLUMNS = ["Name", "Slug", "Members", "Created"] as const;

export function OrganisationTable({ address, organisations }: Props) {
  return (
    <Listing label="Organisations" minWidth={560} columns={COLUMNS} stacks hasActions={false}>
      {organisations.map(({ id, name, slug, members, createdAt }) => (
        <tr key={id}>
          <th scope="row">
            <div className={rowName.name}>
              <PageLink href={`${address}/${id}`} data-row-link>
                {name}
                <PendingLink />
              </PageLink>
            </div>
          </th>
          <td data-label="Slug">{slug}</td>
          <td data-label="Members">{members.toLocaleString("en")}</td>
          <td data-label="Created">
            <Moment at={createdAt} />
          </td>
        </tr>
      ))}
    </Listing>
  );
}
