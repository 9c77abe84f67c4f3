import { type ReactNode, useId } from "react";
import classes from "./settings-sections.module.css";

/** The sections of a page of settings, their names at the left. */
export function SettingsSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}

interface Props {
  title: string;
  /** The id by which links lead to the section. */
  anchor?: string;
  /** The purpose of the section, in a sentence. */
  text?: ReactNode;
  /** Whether a search leaves it out; the text that was typed in it stays. */
  isHidden?: boolean;
  children: ReactNode;
}

export function SettingsSection({ title, anchor, text, isHidden, children }: Props) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className={classes.section} hidden={isHidden}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
