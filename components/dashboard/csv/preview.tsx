"use client";

import { NativeSelect, Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text, TextInput } from "@mantine/core";
import { Scrolling } from "@/components/ui/scrolling";
import type { Column, TableShape } from "@/lib/sql/tables/resource";
import { faultOf } from "../values/value-check";
import classes from "./preview.module.css";
import { NEW_TYPES } from "./read-head";
import type { Chosen } from "./use-import";

interface Props {
  chosen: Chosen;
  shape: TableShape | null;
  change: (part: Partial<Chosen>) => void;
}

const ROWS = 20;
const SKIP = "";

/** The first lines of the file, and above them the target of each column. */
export function Preview({ chosen, shape, change }: Props) {
  const { head, columns, types } = chosen;
  const replaced = <T,>(list: readonly T[], place: number, value: T) =>
    list.map((one, at) => (at === place ? value : one));
  const columnOf = (place: number) => shape?.columns.find(({ name }) => name === columns[place]) ?? null;
  const rest = shape?.columns.filter(({ name, isGenerated }) => !isGenerated && !columns.includes(name)) ?? [];
  return (
    <>
      <Scrolling label="First lines of the file" minWidth={head.names.length * 140}>
        <Table className={classes.table} withColumnBorders>
          <TableThead>
            <TableTr>
              {head.names.map((name, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may have a name twice
                <TableTh key={place}>
                  <Text size="xs" truncate>
                    {name}
                  </Text>
                  {shape ? (
                    <NativeSelect
                      size="xs"
                      aria-label={`Column for ${name}`}
                      value={columns[place] ?? SKIP}
                      data={[{ value: SKIP, label: "Skip" }, ...settable(shape)]}
                      onChange={({ currentTarget: { value } }) =>
                        change({ columns: replaced(columns, place, value === SKIP ? null : value) })
                      }
                    />
                  ) : (
                    <>
                      <TextInput
                        size="xs"
                        aria-label={`Name of column ${place + 1}`}
                        value={columns[place] ?? ""}
                        maxLength={60}
                        onChange={({ currentTarget: { value } }) =>
                          change({ columns: replaced(columns, place, value) })
                        }
                      />
                      <NativeSelect
                        size="xs"
                        aria-label={`Type of ${name}`}
                        value={types[place] ?? "text"}
                        data={NEW_TYPES}
                        onChange={({ currentTarget: { value } }) => change({ types: replaced(types, place, value) })}
                      />
                    </>
                  )}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {head.rows.slice(0, ROWS).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
              <TableTr key={line}>
                {head.names.map((_, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: fields have no other name
                  <Field key={place} text={row[place]} column={columnOf(place)} nullText={chosen.dialect.nullText} />
                ))}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </Scrolling>
      {rest.length > 0 && (
        <Text size="xs" c="dimmed">
          Not in the file: {rest.map(restWords).join(", ")}.
        </Text>
      )}
    </>
  );
}

function settable({ columns }: TableShape): string[] {
  return columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
}

function restWords({ name, default: expression, isNullable }: Column): string {
  if (expression !== null) return `${name} (default)`;
  return isNullable ? `${name} (NULL)` : `${name} (required)`;
}

function Field({ text, column, nullText }: { text: string | undefined; column: Column | null; nullText: string }) {
  const isNull = text === undefined || text === nullText;
  const fault = column && !isNull && text !== "" ? faultOf(column, text) : null;
  return (
    <TableTd className={classes.field} data-fault={fault !== null || undefined} title={fault ?? undefined}>
      {isNull ? <span className={classes.null}>NULL</span> : text}
    </TableTd>
  );
}
