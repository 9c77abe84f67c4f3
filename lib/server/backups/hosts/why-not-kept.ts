import { SUPERUSER } from "../../embedded-postgres/cluster-configuration";
import { MAJOR_VERSION } from "../../embedded-postgres/initialise-cluster";
import { SEGMENT_BYTES } from "../lsn";
import type { RegisteredHost } from "./registered-host";
import { withMaintenance } from "./replication-session";

export interface HostState {
  version: string;
  isAllowed: boolean;
  isInRecovery: boolean;
  systemIdentifier: string;
  walLevel: string;
  senders: number;
  segmentBytes: string;
  blockBytes: string;
  /** The most WAL that a slot may keep; -1 for all. */
  keptMegabytes: number;
  hasTablespaces: boolean;
  hasSuperuser: boolean;
  hasSlot: boolean;
  freeSlots: number;
}

const ASK = `
  SELECT current_setting('server_version') AS version,
         (SELECT rolreplication FROM pg_roles WHERE rolname = current_user) AS "isAllowed",
         pg_is_in_recovery() AS "isInRecovery",
         (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier",
         current_setting('wal_level') AS "walLevel",
         current_setting('max_wal_senders')::int AS senders,
         (SELECT bytes_per_wal_segment::text FROM pg_control_init()) AS "segmentBytes",
         current_setting('block_size') AS "blockBytes",
         (SELECT setting::int FROM pg_settings WHERE name = 'max_slot_wal_keep_size') AS "keptMegabytes",
         EXISTS (SELECT FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')) AS "hasTablespaces",
         EXISTS (SELECT FROM pg_roles WHERE rolname = '${SUPERUSER}' AND rolsuper) AS "hasSuperuser",
         EXISTS (SELECT FROM pg_replication_slots WHERE slot_name = 'coppice_backups') AS "hasSlot",
         current_setting('max_replication_slots')::int - (SELECT count(*)::int FROM pg_replication_slots) AS "freeSlots"`;

const BLOCK_BYTES = "8192";

/** Returns why a host can't be backed up, as a sentence that says what to do; `null` if it can. */
export async function whyNotKept(host: RegisteredHost): Promise<string | null> {
  const { rows } = await withMaintenance(host, (client) => client.query<HostState>(ASK));
  if (!rows[0]) throw new Error("a host said nothing about itself");
  return describeObstacle(rows[0], host.systemIdentifier);
}

export function describeObstacle(state: HostState, systemIdentifier: string | null): string | null {
  const obstacles: readonly [boolean, string][] = [
    [!state.isAllowed, "Its provisioner lacks REPLICATION: run ALTER ROLE provisioner REPLICATION as its superuser."],
    [
      state.version.split(".")[0] !== MAJOR_VERSION,
      `It runs PostgreSQL ${state.version}, and only ${MAJOR_VERSION} can be recovered here.`,
    ],
    [
      systemIdentifier !== null && systemIdentifier !== state.systemIdentifier,
      "Another cluster answers at its address. Correct the address with host set.",
    ],
    [state.isInRecovery, "A standby answers at its address. Give the address of the primary with host set."],
    [state.walLevel === "minimal", "Its wal_level is minimal: set it to replica, and restart it."],
    [state.senders === 0, "Its max_wal_senders is 0: set it to 10, and restart it."],
    [
      state.keptMegabytes < 0,
      "Its max_slot_wal_keep_size isn't set, so its disk would fill up if backups stood still: set it to a tenth of the disk, and reload.",
    ],
    [
      !state.hasSlot && state.freeSlots <= 0,
      "It has no replication slot left: raise its max_replication_slots, and restart it.",
    ],
    [!state.hasSuperuser, `It has no superuser ${SUPERUSER}, as whom a recovered copy is read: make one.`],
    [state.segmentBytes !== String(SEGMENT_BYTES), "Its segments of WAL have another size than 16 MB."],
    [state.blockBytes !== BLOCK_BYTES, "Its pages have another size than 8 kB."],
    [state.hasTablespaces, "It has a tablespace, which can't be backed up. Move its tables to pg_default."],
  ];
  return obstacles.find(([isThere]) => isThere)?.[1] ?? null;
}
