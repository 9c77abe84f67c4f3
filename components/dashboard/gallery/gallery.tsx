import { Fields } from "./fields";
import classes from "./gallery.module.css";
import { Lists } from "./lists";
import { OpenedSheet } from "./opened-sheet";
import { Scheme } from "./scheme";
import { Words } from "./words";

/** Every shared part of the interface in its states, in the light and in the dark. */
export function Gallery({ now }: { now: string }) {
  return (
    <main className={classes.gallery} data-dashboard>
      <h1 className="visually-hidden">Parts of the interface</h1>
      {(["light", "dark"] as const).map((scheme) => (
        <Scheme key={scheme} scheme={scheme}>
          <Words now={now} scheme={scheme} />
          <Fields scheme={scheme} />
          <Lists now={now} scheme={scheme} />
          <OpenedSheet />
        </Scheme>
      ))}
    </main>
  );
}
