import classes from "./activity.module.css";
import type { LockNode } from "./lock-tree";
import { ageText, oneLine, ownerWords } from "./words";

/** The sessions that block each other, as a tree. */
export function Locks({ tree }: { tree: readonly LockNode[] }) {
  return (
    <section aria-labelledby="locks" className={classes.locks}>
      <h2 id="locks" className={classes.heading}>
        Waiting for locks
      </h2>
      <ul>
        {tree.map((node) => (
          <Node key={node.pid} node={node} isTop />
        ))}
      </ul>
    </section>
  );
}

function Node({ node: { pid, session, waiting }, isTop = false }: { node: LockNode; isTop?: boolean }) {
  return (
    <li>
      <div className={classes.lock}>
        <span>
          <strong>{pid}</strong> {session ? ownerWords(session) : "Another process"}{" "}
          <span className={classes.meta}>
            {isTop ? "blocks the sessions below" : `has waited ${ageText(session?.stateSeconds ?? 0)}`}
            {isTop &&
              session?.transactionSeconds != null &&
              `, in a transaction for ${ageText(session.transactionSeconds)}`}
          </span>
        </span>
        {session && <code className={classes.statement}>{oneLine(session.statement)}</code>}
      </div>
      {waiting.length > 0 && (
        <ul>
          {waiting.map((node) => (
            <Node key={node.pid} node={node} />
          ))}
        </ul>
      )}
    </li>
  );
}
