"use client";

import { SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { LinkAnchor } from "../link";
import { rowAddress } from "../tables/row-address";
import classes from "./canvas.module.css";
import { idOf, nameOf, type PicturedTable, type Relationship, type TableRef } from "./picture";

const Canvas = dynamic(() => import("./canvas"), { ssr: false, loading: () => <Skeleton height="100%" /> });

interface Props {
  /** Address of the page of tables. */
  base: string;
  tables: readonly PicturedTable[];
  relationships: readonly Relationship[];
}

/** The tables and what they name in each other, drawn or as a list. */
export function SchemaPicture({ base, tables, relationships }: Props) {
  const [way, setWay] = useState("picture");
  const hrefOf = useCallback(({ schema, name }: TableRef) => rowAddress(base, { schema, name, filters: [] }), [base]);
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        size="xs"
        aria-label="Show as"
        value={way}
        onChange={setWay}
        data={[
          { value: "picture", label: "Picture" },
          { value: "list", label: "List" },
        ]}
      />
      {way === "picture" ? (
        <section className={classes.frame} style={{ width: "100%" }} aria-label="Picture of the tables">
          <Canvas tables={tables} relationships={relationships} hrefOf={hrefOf} />
        </section>
      ) : (
        <TextList tables={tables} relationships={relationships} hrefOf={hrefOf} />
      )}
    </Stack>
  );
}

function TextList({ tables, relationships, hrefOf }: Omit<Props, "base"> & { hrefOf: (table: TableRef) => string }) {
  return (
    <ul className={classes.list} aria-label="Tables and what they name">
      {tables.map((table) => {
        const named = relationships.filter(({ from }) => idOf(from) === idOf(table));
        return (
          <li key={idOf(table)}>
            <LinkAnchor href={hrefOf(table)}>
              <bdi>{nameOf(table)}</bdi>
            </LinkAnchor>
            {named.map(({ name, from, to }) => (
              <Text key={name} size="sm" c="dimmed">
                <bdi>{from.columns.join(", ")}</bdi> names <bdi>{to.columns.join(", ")}</bdi> of{" "}
                <LinkAnchor href={hrefOf(to)} inherit>
                  <bdi>{nameOf(to)}</bdi>
                </LinkAnchor>
              </Text>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
