import { Table, TableTbody, TableTh, TableThead, TableTr, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { Scrolling } from "./scrolling";

interface Column {
  name: string;
  ta?: "right";
  visibleFrom?: "sm";
}

interface Props {
  label: string;
  /** The width in pixels below which the table scrolls sideways. */
  minWidth: number;
  columns: readonly (string | Column)[];
  /** Whether each row becomes a card on a phone. */
  stacks?: boolean | undefined;
  /** The rows; the last cell of each holds its actions. */
  children: ReactNode;
}

/** A table whose rows have actions at their end. */
export function Listing({ label, minWidth, columns, stacks, children }: Props) {
  return (
    <Scrolling label={`${label}, scrollable`} minWidth={minWidth} stacks={stacks}>
      <Table verticalSpacing="sm" aria-label={label}>
        <TableThead>
          <TableTr>
            {columns.map((column) => {
              const { name, ...look } = typeof column === "string" ? { name: column } : column;
              return (
                <TableTh key={name} {...look}>
                  {name}
                </TableTh>
              );
            })}
            <TableTh>
              <VisuallyHidden>Actions</VisuallyHidden>
            </TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>{children}</TableTbody>
      </Table>
    </Scrolling>
  );
}
