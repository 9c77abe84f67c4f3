/** The reasons for which a statement of a script isn't compared. A statement without one of these is. */
export const LEFT_OUT = {
  form: "The editor doesn't take its form: PostgreSQL 18 can't read it, it has several statements, or a placeholder.",
  refused: "The editor refuses it by its text, such as CREATE ROLE, COPY FROM a file, or CREATE TABLESPACE.",
  fails: "It fails in psql, too, such as for want of a superuser, a C function, or a table of another script.",
  numbered: "It names a value of a sequence, of which the trial of an earlier statement has taken some.",
  "within a transaction": "Between BEGIN and COMMIT, the editor refuses a change that rows alone can't undo.",
} as const;
export type LeftOut = keyof typeof LEFT_OUT;

/** The statements that name such a value, without the comments before them. */
export const NUMBERED = /^insert into trigtest2 values\(1\)$/;

/** The messages of the editor's refusals between BEGIN and COMMIT. The whole transaction is left out then. */
export const REFUSED_WITHIN = /It can be undone only with a restore point\.$|It drops an object that isn't temporary\./;

/** Counts the statements of scripts by their fate. */
export class Tally {
  compared = 0;
  readonly leftOut = new Map<string, number>();

  leaveOut(reason: LeftOut, detail = ""): void {
    const name = `${reason}${detail && `: ${detail}`}`;
    this.leftOut.set(name, (this.leftOut.get(name) ?? 0) + 1);
  }
}
