import { Refusal } from "@/components/ui/refusal";
import { StatusWord } from "@/components/ui/status-word";
import { byteText } from "@/lib/core/byte-text";
import { durationWords } from "../words";
import type { TryAnswer } from "./ask";
import classes from "./try.module.css";

/** The function's answer, as far as it has come. */
export function Answer({ answer, isRunning }: { answer: TryAnswer; isRunning: boolean }) {
  const { status, headers, body, isBinary, bytes, durationMs, refusal } = answer;
  return (
    <>
      <div className={classes.head} role="status">
        {status !== null && <StatusWord kind={status >= 400 ? "bad" : "good"}>{status}</StatusWord>}
        {durationMs !== null && <span>{durationWords(durationMs)}</span>}
        {bytes !== null && <span>{byteText(bytes)}</span>}
        {isRunning && <span className={classes.meta}>Running …</span>}
      </div>
      <Refusal message={refusal} />
      {status !== null && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled by the keyboard too */}
          <section className={classes.body} tabIndex={0} aria-label="Body">
            {isBinary ? "The body isn't text." : body === "" ? "Empty" : body}
          </section>
          <details className={classes.headers}>
            <summary>Headers ({headers.length})</summary>
            <pre className={classes.body}>{headers.map(([name, value]) => `${name}: ${value}`).join("\n")}</pre>
          </details>
        </>
      )}
    </>
  );
}
