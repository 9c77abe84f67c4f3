import type { DocGroup } from "./doc-group";

export const DATABASES: DocGroup = {
  title: "Databases",
  pages: [
    { slug: "databases", title: "Databases", description: "Create, connect, watch, branch and delete a database." },
    {
      slug: "branching",
      title: "Branching",
      description: "Branches, and how creating one affects its parent.",
    },
    {
      slug: "serverless-driver",
      title: "Serverless driver",
      description: "Connect over a WebSocket, from environments without TCP.",
    },
    { slug: "activity", title: "Activity", description: "Live sessions and locks; cancel statements, end sessions." },
    {
      slug: "advice",
      title: "Advice",
      description: "Open tables, missing indexes and slow statements, with their SQL.",
    },
    { slug: "restore-points", title: "Restore points", description: "Restore a database to an earlier state." },
    {
      slug: "sql-editor",
      title: "SQL editor",
      description: "Run statements, read plans, save queries; keyboard shortcuts.",
    },
    { slug: "tables", title: "Tables", description: "Browse rows, edit them in place, see how tables relate." },
    { slug: "csv", title: "CSV import and export", description: "Files of any size into tables, and rows as files." },
    {
      slug: "table-structure",
      title: "Structure of tables",
      description: "Columns, indexes and keys, changed by forms that show their SQL.",
    },
    {
      slug: "documents",
      title: "Documents",
      description: "JSON documents in collections, edited here or by your app.",
    },
    {
      slug: "history-and-undo",
      title: "History and undo",
      description: "The statements run by hand, and how to undo them.",
    },
  ],
};
