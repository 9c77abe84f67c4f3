import { durationText } from "@/components/ui/figure-text";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import type { SlowRun } from "@/lib/sql/advice/resource";
import { oneLine } from "../activity/words";
import classes from "./advice.module.css";
import { OpenStatement } from "./open-statement";

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  runs: readonly SlowRun[];
}

/** The slowest statements of the history, in the place of those that a host measures. */
export function SlowRuns({ databaseId, editor, runs }: Props) {
  return (
    <section aria-labelledby="slow" className={classes.section}>
      <h2 id="slow" className="section-heading">
        Slowest statements
      </h2>
      <p className={classes.none}>
        This database’s host doesn’t measure statements, so those of your apps aren’t listed. Its operator can turn that
        on with the extension pg_stat_statements.{" "}
        {runs.length > 0
          ? "Meanwhile, these are the slowest statements that members ran here in the last 30 days."
          : "No statement that members ran here in the last 30 days took 100 ms or more."}
      </p>
      {runs.length > 0 && (
        <Listing
          label="Slowest statements of the history"
          minWidth={640}
          columns={["Statement", { name: "Longest", isFigure: true }, { name: "Runs", isFigure: true }, "Latest"]}
          stacks
        >
          {runs.map(({ statement, micros, runs: count, latestAt }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts may be the same once they are cut off
            <tr key={`${place} ${statement}`}>
              <th scope="row" data-whole-line className={classes.statementCell}>
                <code className={classes.statement} title={statement}>
                  {oneLine(statement)}
                </code>
              </th>
              <td data-figure>{durationText(micros)}</td>
              <td data-figure>{count.toLocaleString("en")}</td>
              <td>
                <Moment at={latestAt} />
              </td>
              <td data-actions>
                <OpenStatement databaseId={databaseId} editor={editor} text={statement}>
                  Open
                </OpenStatement>
              </td>
            </tr>
          ))}
        </Listing>
      )}
    </section>
  );
}
