import { Person } from "@/components/ui/person";
import classes from "./keys.module.css";
import type { MadeBy } from "./made";

export function Creator({ of: { creator, creatorText } }: { of: MadeBy }) {
  return creator ? <Person {...creator} /> : <span className={classes.meta}>{creatorText}</span>;
}
