import { IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./set-up.module.css";

interface Props {
  number: number;
  title: string;
  isDone?: boolean;
  children: ReactNode;
}

/** A step of the guide, ticked once it is seen to be done. */
export function GuideStep({ number, title, isDone = false, children }: Props) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCircleCheckFilled size={20} /> : number}
      </span>
      <h3 className={classes.title}>
        {title}
        {isDone && <span className="visually-hidden"> (done)</span>}
      </h3>
      <div className={classes.body}>{children}</div>
    </li>
  );
}
