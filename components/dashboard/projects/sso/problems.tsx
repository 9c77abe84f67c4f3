import type { SsoProblem } from "@/lib/sign-in/sso/connections/resource";
import classes from "./sso.module.css";
import { problemText } from "./words";

/** The faults of a connection, above everything else of it. */
export function Problems({ of }: { of: readonly SsoProblem[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={classes.problems} aria-label="Problems">
      {of.map((problem) => (
        <li key={problemText(problem)}>{problemText(problem)}</li>
      ))}
    </ul>
  );
}
