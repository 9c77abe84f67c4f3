interface BackupFigures {
  upTo: Date | null;
  lastBackupAt: Date | null;
  hasTrouble: boolean;
  /** The last proof, and the last one that proved something. */
  proof: { at: Date; outcome: string } | null;
  lastProven: { at: Date; recoverySeconds: number | null } | null;
}

/** The figures of the service as a whole, as the control plane has them. */
export interface ServiceFigures {
  /** The running processes of each role that ever ran. */
  processes: { role: string; running: number }[];
  builds: { sha: string; running: number }[];
  /** The running processes for functions by how they keep them apart. */
  functions: { state: string; running: number }[];
  jobs: { task: string; waiting: number; failed: number; oldestDueAt: Date | null }[];
  mails: { waiting: number; oldestAt: Date | null };
  databases: { status: string; count: number }[];
  controlPlaneBytes: number;
  migrations: number;
  /** `null` for an installation that makes none. */
  backups: BackupFigures | null;
  /** The backups of each registered host that is backed up, or was before. */
  hostBackups: (BackupFigures & { host: string })[];
  /** The last hours of the embedded databases on their own disk, which are no backup; `null` where none are kept. */
  localWindow: { restorableFrom: Date | null; restorableTo: Date | null; bytes: number; mostBytes: number } | null;
}
