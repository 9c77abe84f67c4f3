"use client";

import classes from "./charts.module.css";

interface Props {
  /** The number of moments of the charts. */
  count: number;
  chosen: number | null;
  choose: (moment: number | null) => void;
  /** The moment that the charts show. */
  text: string;
}

/** Moves the crosshair of the charts by the keyboard; lies over them. */
export function MomentSlider({ count, chosen, choose, text }: Props) {
  const last = count - 1;
  return (
    <input
      type="range"
      className={classes.slider}
      aria-label="Moment in the charts"
      min={0}
      max={last}
      value={chosen ?? last}
      aria-valuetext={text}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      onFocus={() => choose(chosen ?? last)}
      onBlur={() => choose(null)}
    />
  );
}
