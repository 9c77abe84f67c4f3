import { countText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import { StatusWord } from "@/components/ui/status-word";
import type { Advice, AdviceArea, Finding, Severity } from "@/lib/sql/advice/resource";
import classes from "./advice.module.css";
import { OpenStatement } from "./open-statement";

interface Place {
  databaseId: string;
  /** The address of the database's pages. */
  home: string;
}

interface Props extends Place {
  area: AdviceArea;
  advice: readonly Advice[];
}

const AREAS: Record<AdviceArea, string> = { security: "Security", performance: "Performance" };

const SEVERITIES: Record<Severity, { kind: "bad" | "warning" | "quiet"; word: string }> = {
  error: { kind: "bad", word: "Error" },
  warning: { kind: "warning", word: "Warning" },
  info: { kind: "quiet", word: "Suggestion" },
};

/** The advice of one area: each kind with its reason, and the objects that it is about. */
export function AdviceList({ area, advice, ...place }: Props) {
  const listed = advice.filter((one) => one.area === area);
  return (
    <section aria-labelledby={area} className={classes.section}>
      <h2 id={area} className="section-heading">
        {AREAS[area]}
      </h2>
      {listed.length === 0 && <p className={classes.none}>No advice.</p>}
      {listed.map((one) => (
        <AdviceOfKind key={one.kind} advice={one} {...place} />
      ))}
    </section>
  );
}

function AdviceOfKind({ advice, ...place }: Place & { advice: Advice }) {
  const { kind, severity, title, why, findings, hasMore } = advice;
  return (
    <article aria-labelledby={kind} className={classes.advice}>
      <div className={classes.head}>
        <h3 id={kind} className={classes.title}>
          {title}
        </h3>
        <StatusWord kind={SEVERITIES[severity].kind}>{SEVERITIES[severity].word}</StatusWord>
        <span className="meta">
          {hasMore ? `the first ${findings.length} objects` : countText(findings.length, "object")}
        </span>
        <LinkAnchor inherit href={`/docs/advice#${kind}`} className={classes.more} aria-label={`About this: ${title}`}>
          About this
        </LinkAnchor>
      </div>
      <p className={classes.why}>{why}</p>
      <ul className={classes.list}>
        {findings.map((finding) => (
          <li key={`${finding.object} ${finding.detail} ${finding.sql}`} className={classes.finding}>
            <FindingWords finding={finding} {...place} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function FindingWords({ finding, databaseId, home }: Place & { finding: Finding }) {
  const { object, table, detail, sql } = finding;
  return (
    <>
      <div className={classes.words}>
        {table === null ? (
          <strong>{object}</strong>
        ) : (
          <LinkAnchor
            inherit
            fw={600}
            href={`${home}/tables/structure?${new URLSearchParams({ schema: table.schema, table: table.name })}`}
          >
            {object}
          </LinkAnchor>
        )}
        {detail !== null && <span className="meta"> {detail}</span>}
        {sql !== null && (
          <code className={classes.statement} title={sql}>
            {sql}
          </code>
        )}
      </div>
      {sql !== null && (
        <OpenStatement databaseId={databaseId} editor={`${home}/sql`} text={sql}>
          Open in SQL editor
        </OpenStatement>
      )}
    </>
  );
}
