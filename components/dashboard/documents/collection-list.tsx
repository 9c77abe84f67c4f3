"use client";

import { Table, TableScrollContainer } from "@mantine/core";
import classes from "@/components/ui/cells.module.css";
import { estimateText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import { byteText } from "@/lib/core/byte-text";
import type { Collection } from "@/lib/sql/documents/resource";
import { collectionAddress } from "./collection";

export function CollectionList({ base, collections }: { base: string; collections: readonly Collection[] }) {
  return (
    <TableScrollContainer minWidth={480} type="native">
      <Table verticalSpacing="sm" highlightOnHover aria-label="Collections">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Schema</Table.Th>
            <Table.Th className={classes.figure}>Documents</Table.Th>
            <Table.Th className={classes.figure}>Size</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {collections.map(({ name, estimatedDocuments, bytes, jsonSchema }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} className={classes.name}>
                <LinkAnchor href={collectionAddress(base, name)}>
                  <bdi>{name}</bdi>
                </LinkAnchor>
              </Table.Th>
              <Table.Td>{jsonSchema === null ? "any JSON" : "JSON Schema"}</Table.Td>
              <Table.Td className={classes.figure}>{estimateText(estimatedDocuments)}</Table.Td>
              <Table.Td className={classes.figure}>{byteText(bytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScrollContainer>
  );
}
