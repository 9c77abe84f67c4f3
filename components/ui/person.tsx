import { initialsOf, tintOf } from "./initials";
import classes from "./person.module.css";

interface Props {
  /** The name the person gave; `null` or empty shows the address in its place. */
  name: string | null;
  email: string;
  /** The text behind the name, such as `(you)`. */
  note?: string;
  /** Whether the address stands below the name. */
  hasAddress?: boolean;
}

/** A person by initials and name; the address is in the tooltip, or below. */
export function Person({ name, email, note, hasAddress = false }: Props) {
  const shown = name || email;
  return (
    <span className={classes.person} title={hasAddress ? undefined : email}>
      <Initials name={name} email={email} />
      <span className={classes.words}>
        <span className={classes.name}>
          {shown}
          {note && <span className={classes.note}> {note}</span>}
        </span>
        {hasAddress && name && <span className={classes.note}>{email}</span>}
      </span>
    </span>
  );
}

export function Initials({ name, email }: Pick<Props, "name" | "email">) {
  return (
    <span className={classes.initials} style={{ backgroundColor: `var(--person-${tintOf(email)})` }} aria-hidden>
      {initialsOf({ name, email })}
    </span>
  );
}
