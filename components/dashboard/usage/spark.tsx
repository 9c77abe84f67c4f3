import { drawLine } from "../charts/axis";
import classes from "./usage.module.css";

interface Props {
  /** One value for each day, oldest first; `null` where nothing is known. */
  values: readonly (number | null)[];
  /** The content of the line, for those who don't see it. */
  label: string;
}

/** A line without axes, as high as a row of a table. Nothing with fewer than two values. */
export function Spark({ values, label }: Props) {
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
