"use client";

import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { IconBuilding, IconDatabase, IconSearch, IconUser } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useDatabases } from "@/components/ui/use-databases";
import type { FrameProps } from "./frame-props";
import { navigationOf } from "./navigation";

interface Props extends Pick<FrameProps, "organisations" | "organisation"> {
  /** How many times the user has opened the palette. */
  timesAsked: number;
}

/** Finds pages, databases and organisations by a few letters. Ctrl K or the search in the header opens it. */
export default function CommandPalette({ organisations, organisation, timesAsked }: Props) {
  const router = useRouter();
  const [query, setQuery] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (timesAsked > 0) spotlight.open();
  }, [timesAsked]);
  const databases = useDatabases(isOpen && organisation ? organisation.id : null, query);
  const go = (href: string) => () => router.push(href as Parameters<typeof router.push>[0]);
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Pages",
      actions: [
        ...(organisation ? navigationOf(organisation) : []).map(({ href, label, icon: Icon }) => ({
          id: href,
          label,
          onClick: go(href),
          leftSection: <Icon size={18} aria-hidden />,
        })),
        {
          id: "account",
          label: "Account",
          onClick: go("/dashboard/account"),
          leftSection: <IconUser size={18} aria-hidden />,
        },
      ],
    },
    {
      group: "Databases",
      actions: databases.map(({ id, name }) => ({
        id,
        label: name,
        description: id,
        leftSection: <IconDatabase size={18} aria-hidden />,
        onClick: go(`/dashboard/${organisation?.id}/databases/${id}`),
      })),
    },
    {
      group: "Organisations",
      actions: organisations.map(({ id, name }) => ({
        id,
        label: name,
        onClick: go(`/dashboard/${id}`),
        leftSection: <IconBuilding size={18} aria-hidden />,
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
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: "Search pages, databases, organisations",
        "aria-label": "Search",
      }}
    />
  );
}
