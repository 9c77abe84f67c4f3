import classes from "./sign-ins.module.css";

interface Props {
  title: string;
  counts: readonly (readonly [name: string, count: number])[];
  /** Whether the names are codes. */
  isCode?: boolean;
}

/** Counts of the last day with a bar each, the highest first. */
export function CountList({ title, counts, isCode = false }: Props) {
  const sorted = counts.toSorted(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  const highest = Math.max(1, ...sorted.map(([, count]) => count));
  return (
    <section aria-label={title}>
      <h2 className="section-heading">{title}</h2>
      {sorted.length === 0 && <p className="quiet">None in the last 24 hours.</p>}
      <dl className={classes.counts}>
        {sorted.map(([name, count]) => (
          <div key={name}>
            <dt>{isCode ? <code>{name}</code> : name}</dt>
            <dd>
              <span className={classes.bar} style={{ width: `${(count / highest) * 100}%` }} aria-hidden />
              {count.toLocaleString("en")}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
