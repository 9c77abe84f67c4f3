import styles from "./database-list.module.css";

export interface ListedDatabase {
  id: string;
  name: string;
  status: "provisioning" | "ready" | "failed";
  failureReason: string | null;
  hostKind: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  parentName: string | null;
}

const STATUS_CLASSES = { provisioning: styles.provisioning, ready: styles.ready, failed: styles.failed } as const;

export function DatabaseList({ databases }: { databases: readonly ListedDatabase[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Kind</th>
          <th scope="col">Branch of</th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody>
        {databases.map((database) => (
          <DatabaseRow key={database.id} database={database} />
        ))}
      </tbody>
    </table>
  );
}

function DatabaseRow({ database }: { database: ListedDatabase }) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>{database.name}</span>
        <code>{database.id}</code>
      </th>
      <td data-label="Status">
        <span className={`${styles.status} ${STATUS_CLASSES[database.status]}`}>{database.status}</span>
        {database.failureReason && <span className={styles.reason}>{database.failureReason}</span>}
      </td>
      <td data-label="Kind">{database.hostKind}</td>
      <td data-label="Branch of">{database.parentName ?? <span className={styles.none}>not a branch</span>}</td>
      <td data-label="Created">
        <time dateTime={database.createdAt}>{readableTime(database.createdAt)}</time>
      </td>
    </tr>
  );
}

/** `2026-03-01T09:30:00.000Z` as `2026-03-01 09:30 UTC`. */
function readableTime(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}
