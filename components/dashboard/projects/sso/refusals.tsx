import { Moment } from "@/components/ui/moment";
import type { ScimRefusalList } from "@/lib/sign-in/scim/refusals/resource";
import classes from "./sso.module.css";
import { REQUESTS } from "./words";

/** The newest of those that are kept. */
const SHOWN = 10;

/** The refused requests of the company's directory, newest first, with the reason that it got. */
export function Refusals({ list: { items } }: { list: ScimRefusalList }) {
  if (items.length === 0) return "No request has been refused.";
  return (
    <>
      <ul className={classes.domains} aria-label="Refused requests">
        {items.slice(0, SHOWN).map(({ id, operation, path, message, code, requestId, createdAt }) => (
          <li key={id} className={classes.domain}>
            <div className={classes.head}>
              <span className={classes.name}>{REQUESTS[operation] ?? operation}</span>
              <span className={classes.meta}>
                <Moment at={createdAt} />
              </span>
            </div>
            <p className={classes.reason}>{message}</p>
            <details className={classes.meta}>
              <summary>Details</summary>
              <code className={classes.fingerprint}>
                {path} · {code} · {requestId}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {items.length > SHOWN && (
        <p className={classes.meta}>
          The newest {SHOWN} of {items.length}.
        </p>
      )}
    </>
  );
}
