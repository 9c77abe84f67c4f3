import type { Prisma } from "@/lib/core/db/generated/client";
import type { LogLevel, LogSource, ProjectLogEntry } from "./resource";

export interface LogProject {
  id: string;
  databaseId: string | null;
}

/** A row of a source, by which its place in the log is told. */
export interface SourceRow {
  id: string | bigint;
  createdAt: Date;
}

/** A table with entries of the log. Each condition has an index in the order of time, or looks at a bounded number of rows. */
export interface LogTable<Row extends SourceRow = SourceRow> {
  source: LogSource;
  table: Prisma.Sql;
  at: Prisma.Sql;
  /** The columns of a row, `id` and `createdAt` among them. */
  columns: Prisma.Sql;
  idType: "text" | "bigint";
  /** Returns the condition of the project's rows; `null` where it can have none. */
  ofProject(project: LogProject): Prisma.Sql | null;
  /** Returns the condition of rows of the level and above; `null` where no row has it. */
  ofLevel(level: Exclude<LogLevel, "info">): Prisma.Sql | null;
  ofStatus?(least: number): Prisma.Sql;
  /** Returns ranges of indexes, each of rows that an id names. */
  named(id: string, project: LogProject): readonly Prisma.Sql[];
  containing(pattern: string): Prisma.Sql;
  toEntry(row: Row): ProjectLogEntry;
}
