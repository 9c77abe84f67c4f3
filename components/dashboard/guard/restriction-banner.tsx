import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { Restriction } from "@/lib/hosting/guard/resource";
import classes from "./restriction-banner.module.css";
import { restrictionReason } from "./words";

interface Props {
  restriction: Restriction;
  /** The address of the list of events. */
  events: string;
}

/**
 * Tells the restriction of a database, its reason, and the owner's remedy. It is plain, so that no page grows by it.
 */
export function RestrictionBanner({ restriction, events }: Props) {
  const { state, rule, since, until, limitBytes } = restriction;
  const isClosed = state === "closed";
  return (
    <section className={`${classes.banner} ${classes[state]}`} aria-labelledby="restriction">
      <h2 className={classes.title} id="restriction">
        {isClosed ? "This database is closed" : "This database is read-only"}
      </h2>
      <p>
        {restrictionReason(rule, limitBytes)} Since <Moment at={since} form="exact" />{" "}
        {isClosed ? "it doesn't accept connections." : "it can be read but not written."}
      </p>
      {isClosed ? <WhenClosed until={until} isTooLarge={rule === "database-size"} /> : <WhenReadOnly />}
      <p>
        <LinkAnchor href={events} inherit>
          See the incident
        </LinkAnchor>
      </p>
    </section>
  );
}

function WhenReadOnly() {
  return (
    <p>
      To delete data, run <code>SET default_transaction_read_only = off;</code> together with your statement. Dropping
      or truncating a table frees its space immediately; after <code>DELETE</code>, run <code>VACUUM FULL</code>. You
      can also ask the operator for a larger plan. The database becomes writable again soon after it's below its limit.
    </p>
  );
}

function WhenClosed({ until, isTooLarge }: { until: string | null; isTooLarge: boolean }) {
  return (
    <p>
      It reopens{until === null ? " later" : <MomentOf until={until} />}
      {isTooLarge ? ", read-only, so that you can delete data. If it grows instead," : ". If this happens again,"} it's
      closed for longer.{isTooLarge && " You can also ask the operator for a larger plan."}
    </p>
  );
}

function MomentOf({ until }: { until: string }) {
  return (
    <>
      {" at "}
      <Moment at={until} form="exact" />
    </>
  );
}
