import classes from "./suspended-banner.module.css";

interface Props {
  status: "suspended" | "banned";
  reason: string | null;
}

/** Says that a project is suspended, why, and the parts that still work. It is plain, so that no page grows by it. */
export function SuspendedBanner({ status, reason }: Props) {
  return (
    <section className={classes.banner} aria-labelledby="suspended">
      <h2 className={classes.title} id="suspended">
        This project is {status}
      </h2>
      {reason !== null && <p>The operator's reason: {reason}</p>}
      <p>
        No one can sign in, and its settings can't be changed. Keys can still be revoked. Ask the operator to lift the{" "}
        {status === "banned" ? "ban" : "suspension"}.
      </p>
    </section>
  );
}
