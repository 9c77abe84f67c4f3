"use client";

import { Breadcrumbs, Button, Combobox, Group, ScrollArea, Title, useCombobox } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LinkAnchor } from "@/components/ui/link";
import type { ListedTable } from "@/lib/sql/tables/resource";
import { rowAddress } from "./row-address";
import classes from "./tables.module.css";

interface Props {
  base: string;
  current: { schema: string; name: string };
  tables: readonly ListedTable[];
}

const MAX_SHOWN = 100;

/** The name of the shown table, and a menu that leads to another one. */
export function TableSwitcher({ base, current, tables }: Props) {
  const router = useRouter();
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const wanted = search.trim().toLowerCase();
  const shown = tables.filter(({ schema, name }) => `${schema}.${name}`.toLowerCase().includes(wanted));
  return (
    <Group gap="xs" wrap="nowrap" className={classes.switcher}>
      <Breadcrumbs separatorMargin={8}>
        <LinkAnchor href={base}>Tables</LinkAnchor>
        <Title order={1} size="h2" className={classes.name}>
          <bdi>{current.schema === "public" ? current.name : `${current.schema}.${current.name}`}</bdi>
        </Title>
      </Breadcrumbs>
      <Combobox
        store={combobox}
        width={300}
        position="bottom-start"
        onOptionSubmit={(value) => {
          combobox.closeDropdown();
          const table = tables[Number(value)];
          if (table) router.push(rowAddress(base, { ...table, filters: [] }) as Route);
        }}
      >
        <Combobox.Target withAriaAttributes={false}>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-haspopup="listbox"
            aria-expanded={combobox.dropdownOpened}
            className={classes.other}
            onClick={() => combobox.toggleDropdown()}
          >
            Switch table
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Find a table"
            aria-label="Find a table"
          />
          <Combobox.Options aria-label="Tables">
            <ScrollArea.Autosize mah={300} type="auto">
              {shown.slice(0, MAX_SHOWN).map((table) => (
                <Combobox.Option key={JSON.stringify([table.schema, table.name])} value={String(tables.indexOf(table))}>
                  <bdi>{table.schema === "public" ? table.name : `${table.schema}.${table.name}`}</bdi>
                </Combobox.Option>
              ))}
              {shown.length === 0 && <Combobox.Empty>No matching tables</Combobox.Empty>}
            </ScrollArea.Autosize>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Group>
  );
}
