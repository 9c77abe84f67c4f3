import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import type { ProjectOverview } from "@/lib/sign-in/projects/resource";
import overview from "../overview/overview.module.css";
import classes from "./latest-sign-ins.module.css";
import { wayWords } from "./way-words";

/** The latest sign-ins to an app, with their methods. */
export function LatestSignIns({ signIns }: Pick<ProjectOverview, "signIns">) {
  return (
    <section aria-labelledby="latest-sign-ins">
      <div className={overview.heading}>
        <h2 id="latest-sign-ins">Latest sign-ins</h2>
      </div>
      {signIns.length === 0 ? (
        <p className="quiet">No one has signed in yet.</p>
      ) : (
        <ul className="plain-list">
          {signIns.map(({ id, email, name, how, at }) => (
            <li key={id} className={classes.signIn}>
              <div className={overview.words}>
                {email === null ? "Deleted user" : <Person name={name} email={email} hasAddress />}
              </div>
              <span className={overview.meta}>
                {wayWords(how)}, <Moment at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
