import type { CopiedFile } from "./copied-file";

/** A PostgreSQL that private copies are made of. */
export interface PostgresSource {
  /** As PostgreSQL counts: 180007 is 18.7. */
  versionNum: number;
  /** Distinguishes the copy of these files from that of others. */
  copyName: string;
  /** The folder of `postgres` and `initdb`, relative to the copy's. */
  programs: string;
  /** The folders with the libraries and the scripts of every extension, allowed or not. */
  libraries: string;
  extensions: string;
  listFiles(): Promise<CopiedFile[]>;
  /** The symbolic links of the copy; both paths are relative to its folder. */
  links: readonly { path: string; target: string }[];
}
