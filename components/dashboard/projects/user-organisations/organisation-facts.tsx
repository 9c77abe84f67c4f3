import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import type { OwnedOrganizationDetails } from "@/lib/sign-in/user-organisations/resource";

export function OrganisationFacts({ organisation }: { organisation: OwnedOrganizationDetails }) {
  const { id, slug, members, metadata, createdAt } = organisation;
  return (
    <Facts
      facts={[
        ["Slug", slug],
        ["Members", members.toLocaleString("en")],
        ...(metadata === null ? [] : [["Metadata", <code key="metadata">{JSON.stringify(metadata)}</code>] as const]),
        ["Created", <Moment key="created" at={createdAt} />],
        ["ID", <code key="id">{id}</code>],
      ]}
    />
  );
}
