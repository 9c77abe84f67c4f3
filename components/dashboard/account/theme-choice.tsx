"use client";

import { useMantineColorScheme } from "@mantine/core";
import { useHydrated } from "@/components/ui/use-hydrated";
import classes from "./account.module.css";

const SCHEMES = [
  ["light", "Light"],
  ["auto", "System"],
  ["dark", "Dark"],
] as const;

/** The choice of the theme, which the browser remembers. */
export function ThemeChoice() {
  const isHydrated = useHydrated();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={classes.choice} disabled={!isHydrated}>
      <legend className="visually-hidden">Theme</legend>
      {SCHEMES.map(([value, label]) => (
        <label key={value} className={classes.option}>
          <input
            type="radio"
            name="theme"
            checked={isHydrated && colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
