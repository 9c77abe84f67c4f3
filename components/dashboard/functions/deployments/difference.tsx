import { LinkButton } from "@/components/ui/link";
import type { DifferentLine, FileDifference, VersionDifference } from "@/lib/services/functions/deployments/resource";
import classes from "../functions.module.css";

interface Props {
  difference: VersionDifference;
  /** The address of the page without it. */
  back: string;
}

const WORDS = { added: "added", deleted: "deleted", changed: "" } as const;
const SIGNS = { added: "+", removed: "-", same: " " } as const;

/** The difference between two versions, file by file. */
export function Difference({ difference: { from, to, files }, back }: Props) {
  return (
    <section aria-labelledby="difference">
      <h2 id="difference" className={classes.section}>
        From version {from} to version {to}
      </h2>
      {files === null && <p className="quiet">The files of one of them aren't kept: it was deployed as a bundle.</p>}
      {files?.length === 0 && <p className="quiet">Their files are the same.</p>}
      <div className={classes.files}>
        {files?.map((file) => (
          <File key={file.path} file={file} />
        ))}
      </div>
      <p>
        <LinkButton href={back} variant="default" size="xs">
          Close
        </LinkButton>
      </p>
    </section>
  );
}

function File({ file: { path, change, hunks } }: { file: FileDifference }) {
  return (
    <article className={classes.file} aria-label={path}>
      <h3>
        {path} {WORDS[change] && <span className="quiet">{WORDS[change]}</span>}
      </h3>
      {hunks === null ? (
        <p className="quiet">The texts are too different to compare line by line.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too
        <section className={classes.lines} tabIndex={0} aria-label={`Lines of ${path}`}>
          <table>
            {hunks.map((lines) => (
              <Hunk key={`${lines[0]?.oldLine} ${lines[0]?.newLine}`} lines={lines} />
            ))}
          </table>
        </section>
      )}
    </article>
  );
}

function Hunk({ lines }: { lines: readonly DifferentLine[] }) {
  return (
    <tbody>
      {lines.map(({ kind, text, oldLine, newLine }) => (
        <tr key={`${kind} ${oldLine} ${newLine}`} data-kind={kind}>
          <td data-number>{oldLine}</td>
          <td data-number>{newLine}</td>
          <td data-number>{SIGNS[kind]}</td>
          <td>{text}</td>
        </tr>
      ))}
    </tbody>
  );
}
