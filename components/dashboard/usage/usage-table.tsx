import { Listing } from "@/components/ui/listing";
import { PageLink } from "@/components/ui/page-link";
import { drawLine } from "../charts/axis";
import { ShareBar } from "./share-bar";
import classes from "./usage.module.css";

export interface UsageRow {
  id: string;
  name: string;
  /** The page of the used things, where it has one. */
  href?: string;
  note?: string;
  used: number;
  /** `null` for a thing without a limit. */
  limit: number | null;
  /** Used and limit in words, such as `2 of 3`. */
  text: string;
  history: readonly (number | null)[];
  /** The words for the chart, such as `1 to 2 in 30 days`. */
  historyText: string;
}

interface Props {
  label: string;
  /** The heading of the first column. */
  what: string;
  rows: readonly UsageRow[];
  /** The time that a small chart in each row covers; without it there are none. */
  period?: string;
}

/** The used part of each limit. */
export function UsageTable({ label, what, rows, period }: Props) {
  return (
    <Listing
      label={label}
      minWidth={560}
      columns={[what, "Used", "Share", ...(period ? [period] : [])]}
      hasActions={false}
      stacks
    >
      {rows.map(({ id, name, href, note, used, limit, text, history, historyText }) => (
        <tr key={id}>
          <th scope="row" className={classes.name}>
            {href ? <PageLink href={href}>{name}</PageLink> : name}
            {note && <span className={classes.note}> {note}</span>}
          </th>
          <td className={classes.text}>{text}</td>
          <td className={classes.share}>{limit !== null && <ShareBar used={used} limit={limit} />}</td>
          {period && (
            <td className={classes.history}>
              <Spark values={history} label={`${name}: ${historyText}`} />
            </td>
          )}
        </tr>
      ))}
    </Listing>
  );
}

interface SparkProps {
  /** One value for each day, oldest first; `null` where nothing is known. */
  values: readonly (number | null)[];
  /** The content of the line, for those who don't see it. */
  label: string;
}

/** A line without axes, as high as a row of a table. Nothing with fewer than two values. */
function Spark({ values, label }: SparkProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const { line, area } = drawLine(values, Math.max(1, ...known) * 1.15);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.spark} role="img" aria-label={label}>
      <path d={area} className={classes.area} />
      <path d={line} className={classes.stroke} />
    </svg>
  );
}
