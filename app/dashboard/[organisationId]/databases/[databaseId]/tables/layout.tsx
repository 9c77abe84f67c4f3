import { TablesFrame } from "@/components/dashboard/tables/tables-frame";

type Props = LayoutProps<"/dashboard/[organisationId]/databases/[databaseId]/tables">;

export default async function TablesLayout({ params, children }: Props) {
  const { organisationId, databaseId } = await params;
  return (
    <TablesFrame databaseId={databaseId} home={`/dashboard/${organisationId}/databases/${databaseId}`}>
      {children}
    </TablesFrame>
  );
}
