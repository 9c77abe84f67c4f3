import { Moment } from "@/components/ui/moment";
import type { ProjectDetails, ProjectOverview } from "@/lib/sign-in/projects/resource";
import { CopyId } from "../overview/copy-id";
import classes from "../overview/overview.module.css";
import { userCountText } from "./user-count";

interface Props {
  project: ProjectDetails;
  overview: ProjectOverview;
  hostedPage: string;
}

/** The facts about a project as a whole. */
export function ProjectFacts({ project: { id, createdAt, settings }, overview, hostedPage }: Props) {
  const { methods } = settings;
  const on = [
    methods.password && "password",
    methods.magicLink && "emailed link",
    methods.emailOtp && "emailed code",
    methods.passkey && "passkey",
  ].filter((name) => name !== false);
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
        <dt>Users</dt>
        <dd>{userCountText(overview)}</dd>
        <dt>Methods</dt>
        <dd>{on.length > 0 ? on.join(", ") : "Providers only"}</dd>
        <dt>Sign-up</dt>
        <dd>{methods.signUp ? "Open" : "Closed"}</dd>
        <dt>Origins</dt>
        <dd>{settings.allowedOrigins.join(", ") || "None"}</dd>
        <dt>Hosted page</dt>
        <dd>
          <a href={hostedPage} target="_blank" rel="noreferrer">
            Open sign-in page
          </a>
        </dd>
        <dt>Created</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
      </dl>
    </section>
  );
}
