import classes from "./code.module.css";
import type { DeployFault, DeployRefusal } from "./deploy-outcome";

interface Props {
  refusal: DeployRefusal;
  /** Whether there is such a file to go to. */
  isFile: (path: string) => boolean;
  goTo: (file: string, line: number) => void;
}

/** Why a version wasn't deployed, with the places that are wrong. */
export function Problems({ refusal: { message, faults }, isFile, goTo }: Props) {
  const listed: readonly DeployFault[] = faults.length > 0 ? faults : [{ file: null, line: null, message }];
  return (
    <div role="alert" aria-label="Not deployed">
      <ul className={classes.problems}>
        {listed.map(({ file, line, message: text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            {file !== null && isFile(file) && (
              <>
                <button type="button" className={classes.place} onClick={() => goTo(file, line ?? 1)}>
                  {line === null ? file : `${file}:${line}`}
                </button>{" "}
              </>
            )}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
