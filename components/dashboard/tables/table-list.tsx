"use client";

import { Badge, Group, Table, TableScrollContainer, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import classes from "@/components/ui/cells.module.css";
import { estimateText, sizeText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import type { ListedTable } from "@/lib/sql/tables/resource";
import { rowAddress } from "./row-address";

interface Props {
  /** The address of the page of tables. */
  base: string;
  tables: readonly ListedTable[];
}

/** Lists tables and views by name, with a field that filters them. */
export function TableList({ base, tables }: Props) {
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search).trim().toLowerCase();
  const shown = tables.filter(({ schema, name }) => `${schema}.${name}`.toLowerCase().includes(wanted));
  return (
    <>
      <TextInput
        mb="sm"
        maw={320}
        aria-label="Find a table"
        placeholder="Find a table"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <TableScrollContainer minWidth={560} type="native">
        <Table verticalSpacing="sm" highlightOnHover aria-label="Tables">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Schema</Table.Th>
              <Table.Th className={classes.figure}>Rows</Table.Th>
              <Table.Th className={classes.figure}>Size</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ schema, name, kind, estimatedRows, bytes }) => (
              <Table.Tr key={JSON.stringify([schema, name])}>
                <Table.Th scope="row" fw={500}>
                  <Group gap="xs">
                    <LinkAnchor href={rowAddress(base, { schema, name, filters: [] })} className={classes.name}>
                      <bdi>{name}</bdi>
                    </LinkAnchor>
                    {kind !== "table" && (
                      <Badge variant="light" color="gray" size="sm" tt="none">
                        {kind}
                      </Badge>
                    )}
                  </Group>
                </Table.Th>
                <Table.Td className={classes.name}>
                  <bdi>{schema}</bdi>
                </Table.Td>
                <Table.Td className={classes.figure}>{kind === "view" ? "" : estimateText(estimatedRows)}</Table.Td>
                <Table.Td className={classes.figure}>{kind === "view" ? "" : sizeText(bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScrollContainer>
      {shown.length === 0 && (
        <Text c="dimmed" mt="sm" role="status">
          No matching tables.
        </Text>
      )}
    </>
  );
}
