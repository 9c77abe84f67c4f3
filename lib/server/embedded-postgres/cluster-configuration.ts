import type { ServiceUser } from "../data-folder/service-user";

export const SUPERUSER = "platform_root";
export const CONTROL_ROLE = "coppice";
export const CONTROL_DATABASE = "coppice";
export const PROVISIONER_ROLE = "provisioner";
export const TENANT_TEMPLATE = "tmpl_tenant";

/** Settings of one cluster, as `postgresql.conf` spells them. */
export type ClusterSettings = Record<string, string>;

const BOTH: ClusterSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_permissions: "0700",
  password_encryption: "scram-sha-256",
  allow_alter_system: "off",
  shared_preload_libraries: "",
  jit: "off",
  max_prepared_transactions: "0",
  // The clusters of one machine read from its page cache, for which processes of their own are not worth their memory.
  io_method: "sync",
  // After a crash every file is flushed, one by one with the default: 30 seconds with 400 databases on a busy disk.
  recovery_init_sync_method: "syncfs",
  // Statements, their parameters and the details of errors would put customers' secrets into the log.
  log_statement: "none",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length_on_error: "0",
  log_line_prefix: "%m [%p] %q%u@%d ",
  log_timezone: "UTC",
  timezone: "UTC",
  lc_messages: "C",
};

export const CONTROL_SETTINGS: ClusterSettings = {
  ...BOTH,
  // Two processes of the service with 20 each, its jobs, and commands of an operator beside them.
  max_connections: "100",
  shared_buffers: "64MB",
  max_logical_replication_workers: "0",
};

/**
 * Customers share this cluster, so the resources that one session may take from the others are bounded.
 * Docs/decisions/064 has the numbers of connections, docs/hosts.md the reason of each setting.
 */
export const HOST_SETTINGS: ClusterSettings = {
  ...BOTH,
  max_connections: "400",
  superuser_reserved_connections: "5",
  reserved_connections: "60",
  authentication_timeout: "10s",
  client_connection_check_interval: "2s",
  tcp_keepalives_idle: "60",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
  idle_in_transaction_session_timeout: "5min",
  shared_buffers: "128MB",
  // The lock table has this many places for each connection.
  max_locks_per_transaction: "512",
  max_notify_queue_pages: "4096",
  temp_file_limit: "1GB",
  // Parallel workers share memory that no limit of a process counts.
  max_worker_processes: "0",
  max_logical_replication_workers: "0",
  // An error's message may quote the statement; the bootstrap lets the platform's own sessions log theirs.
  log_min_messages: "log",
};

/**
 * The first match counts. The superuser connects by the socket alone, as known operating-system users, and Coppice by
 * both: a command of the operator may see another `/tmp` than the service. The socket's folder is closed to others.
 */
export const CONTROL_ACCESS = `local all ${SUPERUSER} peer map=platform
host all ${SUPERUSER} 127.0.0.1/32 reject
local all ${CONTROL_ROLE} scram-sha-256
host all ${CONTROL_ROLE} 127.0.0.1/32 scram-sha-256
host all all 0.0.0.0/0 reject
`;

/**
 * A customer's role has the name of its database, so `sameuser` is a second wall behind the grants. A shell role is a
 * member of that role alone, as `samerole` requires.
 */
export const HOST_ACCESS = hostAccess({ isPublic: false });

/**
 * Returns the rules of a host, which clients of other machines reach by TLS alone where it is public, and of Coppice's
 * own roles none from there.
 */
export function hostAccess({ isPublic }: { isPublic: boolean }): string {
  const customers = ["sameuser", "samerole"];
  return [
    `local all ${SUPERUSER} peer map=platform`,
    `host all ${SUPERUSER} all reject`,
    "host replication all all reject",
    `local all ${PROVISIONER_ROLE} scram-sha-256`,
    `host all ${PROVISIONER_ROLE} 127.0.0.1/32 scram-sha-256`,
    `host all ${PROVISIONER_ROLE} all reject`,
    ...customers.map((databases) => `local ${databases} all scram-sha-256`),
    ...customers.map((databases) => `host ${databases} all 127.0.0.1/32 scram-sha-256`),
    ...(isPublic ? customers.map((databases) => `hostssl ${databases} all all scram-sha-256`) : []),
    "host all all all reject",
    "",
  ].join("\n");
}

export function userMap(users: readonly ServiceUser[]): string {
  const names = new Set(["root", ...users.map((user) => user.name)]);
  return [...names].map((name) => `platform ${quote(name)} ${SUPERUSER}\n`).join("");
}

export function settingsText(settings: ClusterSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join("");
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
