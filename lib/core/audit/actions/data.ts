import type { ActionWords } from "./words";

/** Actions on the data of a database, though some are named after the database. */
export const DATA = {
  "database.run_statement": { label: "Ran a statement", sentence: "ran {text}" },
  "database.start_background_run": {
    label: "Started a run in the background",
    sentence: "started a run in the background in {database}",
  },
  "database.cancel_background_run": {
    label: "Cancelled a run in the background",
    sentence: "cancelled a run in the background in {database}",
  },
  "database.undo_change": { label: "Undid a change", sentence: "undid a change in {database}" },
  "database.delete_undo_data": { label: "Deleted undo data", sentence: "deleted the undo data of {database}" },
  "database.cancel_statement": { label: "Cancelled a statement", sentence: "cancelled a statement in {database}" },
  "database.end_session": { label: "Ended a session", sentence: "ended a session in {database}" },
  "table.import": { label: "Imported rows", sentence: "imported {rows} rows into {name}" },
  "table.export": { label: "Exported rows", sentence: "exported {name}" },
  "saved_query.create": { label: "Saved a query", sentence: "saved the query {name}" },
  "saved_query.update": { label: "Changed a saved query", sentence: "changed the saved query {to}" },
  "saved_query.delete": { label: "Deleted a saved query", sentence: "deleted the saved query {name}" },
  "collection.create": { label: "Created a collection", sentence: "created the collection {name}" },
  "collection.delete": { label: "Deleted a collection", sentence: "deleted the collection {name}" },
  "collection.import": { label: "Imported documents", sentence: "imported documents into {name}" },
  "collection.export": { label: "Exported documents", sentence: "exported the documents of {name}" },
  "collection.set_schema": { label: "Changed a collection's schema", sentence: "changed the schema of {name}" },
} satisfies Record<string, ActionWords>;
