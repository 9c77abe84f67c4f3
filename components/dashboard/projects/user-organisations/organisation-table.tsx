import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import type { OwnedOrganization } from "@/lib/sign-in/user-organisations/resource";

interface Props {
  /** The address of this list. */
  address: string;
  organisations: readonly OwnedOrganization[];
}

export function OrganisationTable({ address, organisations }: Props) {
  return (
    <DataTable
      label="Organisations"
      minWidth={560}
      rows={organisations}
      columns={[
        { name: "Name", cell: ({ id, name }) => <RowLink href={`${address}/${id}`} name={name} /> },
        { name: "Slug", cell: ({ slug }) => slug },
        { name: "Members", cell: ({ members }) => members.toLocaleString("en") },
        { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}
