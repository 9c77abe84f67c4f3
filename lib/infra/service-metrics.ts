import { Gauge, type Registry } from "prom-client";
import type { ServiceFigures } from "@/lib/core/ports/service-figures";
import { type FigureSource, sharedRead } from "./shared-read";

type Sample = [labels: Record<string, string>, value: number];
type AddGauge = (
  name: string,
  help: string,
  labelNames: string[],
  samples: (figures: ServiceFigures) => Sample[],
) => Gauge;

/** Adds the control plane's figures of all processes, read at each scrape: most of them have no port for metrics. */
export function addServiceMetrics(registry: Registry, source: FigureSource<ServiceFigures>): void {
  const read = sharedRead(source);
  const gauge: AddGauge = (name, help, labelNames, samples) =>
    new Gauge({
      ...{ name: `coppice_${name}`, help, labelNames, registers: [registry] },
      async collect() {
        const figures = await read();
        this.reset();
        // A gauge without labels is 0 after that, which would be a time, or a figure of backups that aren't made.
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of figures ? samples(figures) : []) this.set(labels, value);
      },
    });

  gauge("processes", "Running processes of each role", ["role"], ({ processes }) =>
    processes.map(({ role, running }) => [{ role }, running]),
  );
  gauge("builds", "Running processes of each build", ["sha"], ({ builds }) =>
    builds.map(({ sha, running }) => [{ sha }, running]),
  );
  gauge("functions_kept_apart", "Running processes by how they keep functions apart", ["state"], ({ functions }) =>
    functions.map(({ state, running }) => [{ state }, running]),
  );
  gauge("jobs_waiting", "Jobs that wait for a worker", ["task"], ({ jobs }) =>
    jobs.map(({ task, waiting }) => [{ task }, waiting]),
  );
  gauge("jobs_failed", "Jobs that aren't tried any more", ["task"], ({ jobs }) =>
    jobs.map(({ task, failed }) => [{ task }, failed]),
  );
  gauge("job_due_timestamp_seconds", "Since when the oldest waiting job is due", ["task"], ({ jobs }) =>
    jobs.flatMap(({ task, oldestDueAt }): Sample[] => (oldestDueAt ? [[{ task }, seconds(oldestDueAt)]] : [])),
  );
  gauge("mails_waiting", "Emails that haven't left yet", [], ({ mails }) => [[{}, mails.waiting]]);
  gauge("mail_queued_timestamp_seconds", "Since when the oldest of them waits", [], ({ mails }) =>
    mails.oldestAt ? [[{}, seconds(mails.oldestAt)]] : [],
  );
  gauge("databases", "Databases and branches", ["status"], ({ databases }) =>
    databases.map(({ status, count }) => [{ status }, count]),
  );
  gauge("control_plane_bytes", "Size of the control plane's database", [], ({ controlPlaneBytes }) => [
    [{}, controlPlaneBytes],
  ]);
  gauge("migrations_applied", "Migrations of the control plane", [], ({ migrations }) => [[{}, migrations]]);
  gauge("backup_reach_timestamp_seconds", "Everything before is away from the machine", [], ({ backups }) =>
    backups?.upTo ? [[{}, seconds(backups.upTo)]] : [],
  );
  gauge("backup_base_timestamp_seconds", "When the last base backup was made", [], ({ backups }) =>
    backups?.lastBackupAt ? [[{}, seconds(backups.lastBackupAt)]] : [],
  );
  gauge("backup_proof_timestamp_seconds", "When a proof of the backups last ended so", ["outcome"], ({ backups }) =>
    backups?.proof ? [[{ outcome: backups.proof.outcome }, seconds(backups.proof.at)]] : [],
  );
  gauge("backup_proven_timestamp_seconds", "When the backups were last proven", [], ({ backups }) =>
    backups?.lastProven ? [[{}, seconds(backups.lastProven.at)]] : [],
  );
  gauge("backup_recovery_seconds", "How long recovering the databases took then", [], ({ backups }) =>
    backups?.lastProven ? [[{}, backups.lastProven.recoverySeconds ?? 0]] : [],
  );
  gauge("backup_trouble", "1 while something is wrong with the backups", [], ({ backups }) =>
    backups ? [[{}, backups.hasTrouble ? 1 : 0]] : [],
  );
  addHostBackups(gauge);
  addLocalWindow(gauge);
}

/** Adds the figures of registered hosts, each of which has backups of its own. */
function addHostBackups(gauge: AddGauge): void {
  const ofEach = (
    name: string,
    help: string,
    readFigure: (backups: ServiceFigures["hostBackups"][number]) => number | null | undefined,
  ) =>
    gauge(`host_backup_${name}`, help, ["host"], ({ hostBackups }) =>
      hostBackups.flatMap((backups): Sample[] => {
        const value = readFigure(backups) ?? null;
        return value === null ? [] : [[{ host: backups.host }, value]];
      }),
    );
  ofEach("reach_timestamp_seconds", "Everything before is away from the host", ({ upTo }) => upTo && seconds(upTo));
  ofEach(
    "base_timestamp_seconds",
    "When the last base backup of the host was made",
    ({ lastBackupAt }) => lastBackupAt && seconds(lastBackupAt),
  );
  gauge(
    "host_backup_proof_timestamp_seconds",
    "When a proof of the host's backups last ended so",
    ["host", "outcome"],
    ({ hostBackups }) =>
      hostBackups.flatMap(({ host, proof }): Sample[] =>
        proof ? [[{ host, outcome: proof.outcome }, seconds(proof.at)]] : [],
      ),
  );
  ofEach(
    "proven_timestamp_seconds",
    "When the host's backups were last proven",
    ({ lastProven }) => lastProven && seconds(lastProven.at),
  );
  ofEach("recovery_seconds", "How long recovering the host took then", ({ lastProven }) => lastProven?.recoverySeconds);
  ofEach("trouble", "1 while something is wrong with the host's backups", ({ hasTrouble }) => (hasTrouble ? 1 : 0));
}

/** Their names and texts say nothing of a backup, since the window is lost with the disk. */
function addLocalWindow(gauge: AddGauge): void {
  gauge("local_window_from_timestamp_seconds", "The oldest time kept on the databases' own disk", [], (figures) =>
    figures.localWindow?.restorableFrom ? [[{}, seconds(figures.localWindow.restorableFrom)]] : [],
  );
  gauge("local_window_to_timestamp_seconds", "The newest time kept on the databases' own disk", [], (figures) =>
    figures.localWindow?.restorableTo ? [[{}, seconds(figures.localWindow.restorableTo)]] : [],
  );
  gauge("local_window_bytes", "The bytes that these times take there", [], ({ localWindow }) =>
    localWindow ? [[{}, localWindow.bytes]] : [],
  );
}

const seconds = (date: Date) => date.getTime() / 1_000;
