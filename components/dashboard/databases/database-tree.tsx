"use client";

import { Anchor, Group, Table, Text } from "@mantine/core";
import { IconGitBranch } from "@tabler/icons-react";
import type { Route } from "next";
import Link from "next/link";
import { Moment } from "../moment";
import { PendingLink } from "../pending-link";
import { Scrolling } from "../scrolling";
import { type Status, StatusBadge } from "./status-badge";
import { asTree } from "./tree";
import { useLiveStatus } from "./use-live-status";

interface ListedDatabase {
  id: string;
  name: string;
  status: Status;
  failureReason: string | null;
  hostKind: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  parentDatabaseId: string | null;
  parentName: string | null;
}

interface Props {
  organisationId: string;
  databases: readonly ListedDatabase[];
}

/** Every database with its branches below it. What is being made shows so by itself. */
export function DatabaseTree({ organisationId, databases }: Props) {
  useLiveStatus(databases.some(({ status }) => status === "provisioning"));
  return (
    <Scrolling label="Databases, scrollable" minWidth={560}>
      <Table verticalSpacing="sm" highlightOnHover aria-label="Databases">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Host</Table.Th>
            <Table.Th>Created</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {asTree(databases).map(({ item, depth }) => (
            <Table.Tr key={item.id}>
              <Table.Th scope="row" fw={500}>
                <Group gap={6} wrap="nowrap" pl={depth * 20}>
                  {item.parentName !== null && <IconGitBranch size={16} aria-hidden />}
                  <div>
                    <Anchor component={Link} href={`/dashboard/${organisationId}/databases/${item.id}` as Route}>
                      {item.name}
                      <PendingLink />
                    </Anchor>
                    {item.parentName !== null && (
                      <Text size="xs" c="dimmed">
                        Branch of {item.parentName}
                      </Text>
                    )}
                  </div>
                </Group>
              </Table.Th>
              <Table.Td>
                <StatusBadge status={item.status} />
                {item.failureReason && (
                  <Text size="xs" c="dimmed">
                    {item.failureReason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{item.hostKind === "shared" ? "Shared" : "Dedicated"}</Table.Td>
              <Table.Td>
                <Moment at={item.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  );
}
