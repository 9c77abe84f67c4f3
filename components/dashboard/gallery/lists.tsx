"use client";

import { TextInput } from "@mantine/core";
import { IconPencil, IconSearch, IconTrash } from "@tabler/icons-react";
import { ByDay } from "@/components/ui/by-day";
import { Listing } from "@/components/ui/listing";
import { FilterChip } from "@/components/ui/lists/filter-chip";
import { FilterMenu } from "@/components/ui/lists/filter-menu";
import { ListToolbar } from "@/components/ui/lists/list-toolbar";
import { Moment } from "@/components/ui/moment";
import { OpeningRow } from "@/components/ui/opening-row";
import { Person } from "@/components/ui/person";
import { RowMenu } from "@/components/ui/row-menu";
import classes from "./gallery.module.css";
import { Part } from "./part";

const ROWS = [
  { name: "shop", size: "48 MB", owner: { name: "Grace Hopper", email: "grace@example.com" }, days: 2 },
  { name: "analytics", size: "1.2 GB", owner: { name: "Ada Lovelace", email: "ada@example.com" }, days: 12 },
];

const actions = [
  { label: "Rename", icon: IconPencil, onSelect: () => undefined },
  { label: "Open", href: "/dashboard/ui" },
  { label: "Delete", icon: IconTrash, onSelect: () => undefined, isDestructive: true },
];

/** A list with its toolbar and the menus of its rows. */
export function Lists({ now, scheme }: { now: string; scheme: string }) {
  return (
    <Part title="List">
      <div className={classes.wide}>
        <ListToolbar
          search={
            <TextInput
              aria-label={`Search, ${scheme}`}
              placeholder="Search databases"
              leftSection={<IconSearch size={16} aria-hidden />}
            />
          }
          count="2 databases"
        >
          <FilterChip href="/dashboard/ui" isOn>
            Mine
          </FilterChip>
          <FilterChip href="/dashboard/ui" isOn={false}>
            Over 1 GB
          </FilterChip>
          <FilterMenu
            label="Person"
            choices={ROWS.map(({ owner }) => ({
              id: owner.name,
              label: owner.name,
              href: "/dashboard/ui",
              isOn: false,
            }))}
          />
        </ListToolbar>
        <Listing
          label={`Databases, ${scheme}`}
          minWidth={400}
          columns={["Name", { name: "Size", isFigure: true }, "Created by", "Last active"]}
          stacks
        >
          {ROWS.map(({ name, size, owner, days }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-figure>{size}</td>
              <td>
                <Person {...owner} />
              </td>
              <td>
                <Moment at={new Date(Date.parse(now) - days * 86_400_000).toISOString()} />
              </td>
              <td data-actions>
                <RowMenu label={`Actions for ${name}`} actions={actions} />
              </td>
            </tr>
          ))}
        </Listing>
        <ByDay
          label={`By day, ${scheme}`}
          entries={ROWS.map(({ name, days }) => {
            const at = new Date(Date.parse(now) - days * 86_400_000).toISOString();
            return {
              key: name,
              at,
              row: (
                <OpeningRow
                  line={
                    <>
                      <Moment at={at} form="time" /> {name}
                    </>
                  }
                >
                  The content that the row opens to.
                </OpeningRow>
              ),
            };
          })}
        />
      </div>
    </Part>
  );
}
