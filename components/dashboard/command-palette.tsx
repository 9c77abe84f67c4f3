"use client";

import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconBuilding, IconDatabase, IconSearch, IconUser } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { navigationOf } from "./navigation";
import type { ShellProps } from "./shell";

export const openCommandPalette = () => spotlight.open();

type Props = Pick<ShellProps, "organisations" | "organisation" | "databases">;

/** Every page, database and organisation by a few letters: Ctrl K, or the search of the header. */
export function CommandPalette({ organisations, organisation, databases }: Props) {
  const router = useRouter();
  const go = (href: string) => () => router.push(href as Parameters<typeof router.push>[0]);
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Databases",
      actions: organisation
        ? databases.map(({ id, name }) => ({
            id,
            label: name,
            description: id,
            leftSection: <IconDatabase size={18} aria-hidden />,
            onClick: go(`/dashboard/${organisation.id}/databases/${id}`),
          }))
        : [],
    },
    {
      group: "Pages",
      actions: [
        ...(organisation ? navigationOf(organisation) : []).map(({ href, label, icon: Icon }) => ({
          ...{ id: href, label, onClick: go(href) },
          leftSection: <Icon size={18} aria-hidden />,
        })),
        {
          ...{ id: "account", label: "Account", onClick: go("/dashboard/account") },
          leftSection: <IconUser size={18} aria-hidden />,
        },
      ],
    },
    {
      group: "Organisations",
      actions: organisations.map(({ id, name }) => ({
        ...{ id, label: name, onClick: go(`/dashboard/${id}`) },
        leftSection: <IconBuilding size={18} aria-hidden />,
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      actions={groups}
      shortcut={["mod + K"]}
      limit={12}
      nothingFound="Nothing is called that"
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "Search pages, databases, organisations",
        "aria-label": "Search",
      }}
    />
  );
}
