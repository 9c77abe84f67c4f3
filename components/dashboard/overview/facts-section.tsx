import { Fragment, type ReactNode } from "react";
import { CopyId } from "./copy-id";
import classes from "./overview.module.css";

interface Props {
  id: string;
  /** The facts after the ID. Those whose value is `null` are left out. */
  facts: Readonly<Record<string, ReactNode>>;
}

/** The facts about a thing as a whole, which begin with its ID. */
export function FactsSection({ id, facts }: Props) {
  return (
    <section aria-labelledby="facts">
      <div className={classes.heading}>
        <h2 id="facts">Facts</h2>
      </div>
      <dl className={classes.facts}>
        <dt>ID</dt>
        <dd className={classes.id}>
          <code>{id}</code>
          <CopyId text={id} />
        </dd>
        {Object.entries(facts).map(
          ([name, value]) =>
            value !== null && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
    </section>
  );
}
