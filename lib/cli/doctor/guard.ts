import type { CommandSession } from "@/lib/cli/command-line";
import { byteText } from "@/lib/core/byte-text";
import { EMBEDDED_HOST_NAME } from "@/lib/core/embedded-host";
import type { GuardBeat, GuardVolume } from "@/lib/core/ports/host-guard";
import { type Check, type Finding, fail, named, ok, warn } from "./checks";

/** A guard looks every second. */
const SILENT_AFTER_MS = 60_000;
const GIB = 1024 ** 3;
const LITTLE_BYTES = GIB;
const LITTLE_SHARE = 0.1;
/** The last number that an event can have, so that none is read. */
const NO_EVENTS = 2n ** 63n - 1n;

/** Checks that a guard watches a host, and that the volumes it watches have room. */
export async function checkGuard(
  session: CommandSession,
  host: { name: string; provisionerUrl: string },
): Promise<Check[]> {
  const label = `host ${host.name}: guard`;
  const isEmbedded = host.name === EMBEDDED_HOST_NAME;
  if (isEmbedded && !session.isServing) return [named(label, ok("starts with the service"))];
  const beat = await readBeat(session, host.provisionerUrl);
  const start = isEmbedded
    ? "It runs with the service. Stop the service and start it again."
    : "Run `npm run coppice -- host-guard` on the cluster's machine, as its operating-system user.";
  if (!beat) return [named(label, warn("none is running: one customer can affect all others", start))];
  const age = session.ctx.clock.now().getTime() - beat.at.getTime();
  const seen = `last looked ${beat.at.toISOString()}`;
  const isAlive = age <= SILENT_AFTER_MS;
  if (!isAlive) return [named(label, fail(seen, `${start} Its log says why it stopped.`))];
  const volumes = beat.volumes.map((each) => named(`host ${host.name}: ${each.purpose} volume`, checkVolume(each)));
  return [named(label, ok(seen)), ...volumes];
}

async function readBeat(session: CommandSession, provisionerUrl: string): Promise<GuardBeat | null> {
  const host = session.openHost(provisionerUrl);
  try {
    return (await host.readGuard(NO_EVENTS))?.beat ?? null;
  } finally {
    await host.close();
  }
}

function checkVolume({ path, freeBytes, totalBytes, reserveBytes }: GuardVolume): Finding {
  const detail = `${path}, ${byteText(freeBytes)} of ${byteText(totalBytes)} free`;
  const advice = "Enlarge the volume, or delete databases and restore points that are no longer needed.";
  if (reserveBytes !== undefined && freeBytes < reserveBytes) {
    return fail(`${detail}, less than the ${byteText(reserveBytes)} that should stay free`, advice);
  }
  const isLow = freeBytes < LITTLE_BYTES || freeBytes < totalBytes * LITTLE_SHARE;
  return isLow ? warn(detail, advice) : ok(detail);
}
