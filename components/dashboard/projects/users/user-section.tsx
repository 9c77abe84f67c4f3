import type { ReactNode } from "react";
import overview from "../../overview/overview.module.css";
import classes from "./users.module.css";

interface Props {
  id: string;
  title: string;
  /** The text in its place if there is nothing. */
  none?: string | false;
  /** The content at the right of the title. */
  end?: ReactNode;
  children: ReactNode;
}

/** A part of the page of a user. */
export function UserSection({ id, title, none = false, end, children }: Props) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={overview.heading}>
        <h2 id={id}>{title}</h2>
        {end}
      </div>
      {none === false ? children : <p className="quiet">{none}</p>}
    </section>
  );
}
