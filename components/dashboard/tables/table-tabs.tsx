import { PageTabs } from "@/components/ui/page-tabs";
import { type TablePage, tableAddress } from "./table-address";

interface Props {
  /** The address of the page of tables. */
  base: string;
  table: { schema: string; name: string };
  current: TablePage;
}

const TABS: readonly { page: TablePage; label: string }[] = [
  { page: "rows", label: "Rows" },
  { page: "structure", label: "Structure" },
  { page: "definition", label: "SQL" },
];

/** The tabs of a table, each a page of its own. */
export function TableTabs({ base, table, current }: Props) {
  const tabs = TABS.map(({ page, label }) => ({
    ...{ label, href: tableAddress(base, page, table), isCurrent: page === current },
  }));
  return <PageTabs label="Pages of this table" tabs={tabs} />;
}
