import type { ReactNode } from "react";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import type { TablePage } from "../tables/table-address";
import { TableTabs } from "../tables/table-tabs";

interface Props {
  /** The address of the page of tables. */
  base: string;
  table: { schema: string; name: string };
  current: TablePage;
  text?: ReactNode;
  /** Buttons beside the title. */
  children?: ReactNode;
}

/** The heading of a page of a table, with its tabs. */
export function TableHeading({ base, table: { schema, name }, current, text, children }: Props) {
  return (
    <div>
      <PageHeading
        title={<bdi>{schema === "public" ? name : `${schema}.${name}`}</bdi>}
        text={
          <>
            <LinkAnchor href={base} fz="inherit">
              Tables
            </LinkAnchor>
            {text && <> · {text}</>}
          </>
        }
      >
        {children}
      </PageHeading>
      <TableTabs base={base} table={{ schema, name }} current={current} />
    </div>
  );
}
