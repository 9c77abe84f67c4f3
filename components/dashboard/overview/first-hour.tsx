import type { ReactNode } from "react";
import classes from "./overview.module.css";
import { StepList } from "./step-list";

const LATER = [
  ["Connect", "Get the connection string for your app, or a temporary psql login."],
  ["Create your first table", "In the dashboard, in SQL, or with your app's migrations."],
  ["Create an API key", "Your programs can then create databases and branches."],
  ["Add sign-in to your app", "A project is the sign-in service of one app."],
] as const;

/** What comes in the first hour of an organisation, from its first database on. */
export function FirstHour({ create }: { create: ReactNode }) {
  const later = LATER.map(([title, text]) => ({ title, text, isDone: false, action: () => null }));
  return (
    <section aria-label="Next steps" className={classes.firstHour}>
      <StepList
        steps={[
          { title: "Create a database", text: "Ready in a second or two.", isDone: false, action: () => create },
          ...later,
        ]}
      />
    </section>
  );
}
