import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BackupFacts } from "@/components/dashboard/administration/settings/backup-facts";
import type { InstallationBackups } from "@/lib/hosting/status/resource";

type Kept = NonNullable<InstallationBackups["kept"]>;

const KEPT: Kept = {
  ...{ place: "/mnt/backups", upTo: "2026-03-01T09:30:05.000Z", objectsUpTo: null, secondsAtRisk: 2.4, trouble: null },
  proof: { at: "2026-03-01T03:00:00.000Z", outcome: "proven" },
  recovery: { at: "2026-03-01T03:00:00.000Z", seconds: 48.2 },
  hosts: [],
};

/** Returns the text of each fact by its name. */
function shown(changes: Partial<InstallationBackups>): Record<string, string> {
  const backups = { isEmbedded: true, hasLocalWindow: false, kept: null, ...changes };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <BackupFacts backups={backups} />
    </MantineProvider>,
  );
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)];
  const textOf = (part = "") =>
    part
      .replace(/<[^>]+>/g, " ")
      .replaceAll("&#x27;", "'")
      .replace(/\s+/g, " ")
      .trim();
  return Object.fromEntries(rows.map(([, name, value]) => [textOf(name), textOf(value)]));
}

it("backups are told by the loss of now and by the last proof", () => {
  expect(shown({ kept: KEPT })).toMatchObject({
    ...{ Place: "/mnt/backups", "Everything up to": "1 Mar 2026, 09:30:05 UTC", "Would be lost now": "The last 3 s" },
    "Last proof": expect.stringMatching(/^Proven \S/),
    "Recovery took": "49 s In the proof of 1 Mar 2026, 03:00 UTC",
    "Local window": "Not kept",
  });
});

it("backups that have not begun, or are in trouble, are told as such", () => {
  const first = { ...KEPT, upTo: null, secondsAtRisk: null, proof: null, recovery: null };
  const trouble = "Backups: nothing has reached /mnt/backups yet.";
  expect(shown({ kept: { ...first, trouble } })).toMatchObject({
    ...{ Problem: `Needs attention ${trouble}`, "Everything up to": "Nothing yet", "Would be lost now": "Everything" },
    ...{ "Last proof": "None yet", "Recovery took": "Not measured yet" },
  });
  expect(shown({ kept: KEPT })).not.toHaveProperty("Problem");
  const failed = { ...KEPT, proof: { at: KEPT.proof?.at ?? "", outcome: "failed" as const } };
  expect(shown({ kept: failed })["Last proof"]).toMatch(/^Failed \S/);
});

it("registered hosts and stored objects have a reach of their own", () => {
  const hosts = [
    { name: "pg-1", upTo: "2026-03-01T09:30:02.000Z" },
    { name: "pg-2", upTo: null },
  ];
  const kept = { ...KEPT, hosts, objectsUpTo: "2026-03-01T09:00:00.000Z" };
  expect(shown({ kept })).toMatchObject({
    "Everything up to": "1 Mar 2026, 09:30:05 UTC Stored objects up to 1 Mar 2026, 09:00:00 UTC",
    "Host pg-1": "Everything up to 1 Mar 2026, 09:30:02 UTC",
    "Host pg-2": "Not backed up",
  });
});

it("without backups, nothing looks as if there were any", () => {
  expect(shown({ hasLocalWindow: true })).toEqual({
    Place: "There are no backups: all data is lost with this disk How to set up backups",
    "Local window": "Kept on the same disk as the databases, and lost with it: it's no backup",
  });
  expect(shown({ isEmbedded: false }).Place).toContain("None by Coppice");
});
