import { Table } from "@mantine/core";
import classes from "./figure-table.module.css";
import { FIGURES, type FigurePoint, formatMoment } from "./figures";

interface Props {
  points: readonly FigurePoint[];
  rangeName: string;
  isWithinDay: boolean;
}

/** What the charts draw, to be read; newest first. */
export function FigureTable({ points, rangeName, isWithinDay }: Props) {
  const known = points.filter((point) => FIGURES.some(({ name }) => point[name] !== null)).toReversed();
  return (
    <details className={classes.details}>
      <summary>Figures as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.scrolling} tabIndex={0} aria-label={`Figures of the ${rangeName}`}>
        <Table verticalSpacing={6} fz="sm" miw={680} aria-label={`Figures of the ${rangeName}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time, UTC</Table.Th>
              {FIGURES.map(({ name, label, note }) => (
                <Table.Th key={name} ta="right">
                  {label}, {note}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {known.map((point) => (
              <Table.Tr key={point.at}>
                <Table.Th scope="row" fw={400}>
                  <time dateTime={point.at}>{formatMoment(point.at, isWithinDay)}</time>
                </Table.Th>
                {FIGURES.map(({ name, format }) => {
                  const value = point[name];
                  return (
                    <Table.Td key={name} ta="right" className={classes.number}>
                      {value === null ? "–" : format(value)}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}
