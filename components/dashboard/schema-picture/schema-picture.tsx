"use client";

import { Group, SegmentedControl, Select, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { LinkAnchor } from "@/components/ui/link";
import type { PicturedTable, Relationship } from "@/lib/sql/tables/resource";
import { rowAddress } from "../addresses/row-address";
import classes from "./canvas.module.css";
import { idOf, nameOf, relatedTo, type TableRef } from "./picture";

const Canvas = dynamic(() => import("./canvas"), { ssr: false, loading: () => <Skeleton height="100%" /> });

interface Props {
  /** The address of the page of tables. */
  base: string;
  tables: readonly PicturedTable[];
  relationships: readonly Relationship[];
}

const MAX_OFFERED = 50;

/** The tables and their foreign keys as a picture or a list: all of them, or those related to one. */
export function SchemaPicture({ base, tables, relationships }: Props) {
  const [way, setWay] = useState("picture");
  const [focused, setFocused] = useState<string | null>(null);
  const [isNarrow, setIsNarrow] = useState(false);
  const hrefOf = useCallback(({ schema, name }: TableRef) => rowAddress(base, { schema, name, filters: [] }), [base]);
  const names = useMemo(() => tables.map((table) => ({ value: idOf(table), label: nameOf(table) })), [tables]);
  const shown = useMemo(
    () => (isNarrow && focused !== null ? relatedTo(focused, tables, relationships) : tables),
    [isNarrow, focused, tables, relationships],
  );
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={way}
          onChange={setWay}
          data={[
            { value: "picture", label: "Diagram" },
            { value: "list", label: "List" },
          ]}
        />
        <Select
          size="xs"
          w={220}
          searchable
          clearable
          limit={MAX_OFFERED}
          aria-label="Find a table"
          placeholder="Find a table"
          nothingFoundMessage="No matching tables"
          leftSection={<IconSearch size={14} aria-hidden />}
          clearButtonProps={{ "aria-label": "Show all tables" }}
          data={names}
          value={focused}
          onChange={setFocused}
        />
        <Switch
          size="xs"
          label="Related tables only"
          checked={isNarrow}
          disabled={focused === null}
          onChange={(event) => setIsNarrow(event.currentTarget.checked)}
        />
      </Group>
      {way === "picture" ? (
        <section className={classes.frame} aria-label="Diagram of the tables">
          <Canvas tables={shown} relationships={relationships} hrefOf={hrefOf} focused={focused} />
        </section>
      ) : (
        <TextList
          tables={focused === null ? shown : relatedTo(focused, tables, relationships)}
          relationships={relationships}
          hrefOf={hrefOf}
        />
      )}
    </Stack>
  );
}

function TextList({ tables, relationships, hrefOf }: Omit<Props, "base"> & { hrefOf: (table: TableRef) => string }) {
  const named = Map.groupBy(relationships, ({ from }) => idOf(from));
  return (
    <ul className={classes.list} aria-label="Tables and their foreign keys">
      {tables.map((table) => (
        <li key={idOf(table)}>
          <LinkAnchor href={hrefOf(table)}>
            <bdi>{nameOf(table)}</bdi>
          </LinkAnchor>
          {named.get(idOf(table))?.map(({ name, from, to }) => (
            <Text key={name} size="sm" c="dimmed">
              <bdi>{from.columns.join(", ")}</bdi> references <bdi>{to.columns.join(", ")}</bdi> in{" "}
              <LinkAnchor href={hrefOf(to)} inherit>
                <bdi>{nameOf(to)}</bdi>
              </LinkAnchor>
            </Text>
          ))}
        </li>
      ))}
    </ul>
  );
}
