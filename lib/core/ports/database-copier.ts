import type { ProgramLogin } from "./move-session";

/** Copies the contents of a database into an empty one. Throws `conflict` with a program's own words. */
export type CopyContents = (from: ProgramLogin, to: ProgramLogin) => Promise<void>;

/** Copies databases with the programs of PostgreSQL. */
export interface DatabaseCopier {
  /** Throws `not_configured` unless the programs are there and know servers of this version. */
  prepare(serverVersionNum: number): Promise<CopyContents>;
}
