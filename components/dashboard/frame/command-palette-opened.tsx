"use client";

import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconBuilding, IconDatabase, IconSearch, IconUser } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useDatabases } from "@/components/ui/use-databases";
import type { FrameProps } from "./frame-props";
import { type NavigationItem, pagesOfDatabase, pagesOfOrganisation } from "./navigation";

interface Props extends Pick<FrameProps, "organisations" | "organisation" | "database"> {
  /** How many times the user has opened the palette. */
  timesAsked: number;
}

/** Finds pages, databases and organisations by a few letters. Ctrl K or the search in the header opens it. */
export default function OpenedCommandPalette({ organisations, organisation, database, timesAsked }: Props) {
  const router = useRouter();
  const [query, setQuery] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (timesAsked > 0) spotlight.open();
  }, [timesAsked]);
  const databases = useDatabases(isOpen && organisation ? organisation.id : null, query);
  const go = (href: string) => () => router.push(href as Parameters<typeof router.push>[0]);
  const toPages = (pages: readonly NavigationItem[]) =>
    pages.map(({ href, label, icon: Icon }) => {
      return { id: href, label, onClick: go(href), leftSection: <Icon size={16} aria-hidden /> };
    });
  const groups: SpotlightActionGroupData[] = [
    {
      group: database?.name ?? "",
      actions: organisation && database ? toPages(pagesOfDatabase(organisation, database)) : [],
    },
    {
      group: "Pages",
      actions: [
        ...(organisation ? toPages(pagesOfOrganisation(organisation)) : []),
        {
          id: "account",
          label: "Account",
          onClick: go("/dashboard/account"),
          leftSection: <IconUser size={16} aria-hidden />,
        },
      ],
    },
    {
      group: "Databases",
      actions: databases.map(({ id, name }) => ({
        id,
        label: name,
        description: id,
        leftSection: <IconDatabase size={16} aria-hidden />,
        onClick: go(`/dashboard/${organisation?.id}/databases/${id}`),
      })),
    },
    {
      group: "Organisations",
      actions: organisations.map(({ id, name }) => ({
        id,
        label: name,
        onClick: go(`/dashboard/${id}`),
        leftSection: <IconBuilding size={16} aria-hidden />,
      })),
    },
  ].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => setIsOpen(true)}
      onSpotlightClose={() => setIsOpen(false)}
      // The frame handles the shortcut, since it is loaded before the palette.
      shortcut={null}
      limit={24}
      scrollable
      maxHeight={480}
      nothingFound="No results"
      attributes={{ content: { "aria-label": "Search" } }}
      searchProps={{
        leftSection: <IconSearch size={16} aria-hidden />,
        placeholder: "Search pages, databases, organisations",
        "aria-label": "Search",
      }}
    />
  );
}
