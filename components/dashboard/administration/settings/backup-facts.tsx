import type { ReactNode } from "react";
import { Facts } from "@/components/ui/facts";
import { longTimeText } from "@/components/ui/figure-text";
import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { InstallationBackups } from "@/lib/hosting/status/resource";

type Kept = NonNullable<InstallationBackups["kept"]>;
type Proof = NonNullable<Kept["proof"]>;

/** The reach of a loss of the machine now, and the last proof of a backup. */
export function BackupFacts({ backups: { kept, isEmbedded, hasLocalWindow } }: { backups: InstallationBackups }) {
  const facts: (readonly [string, ReactNode])[] =
    kept === null ? [["Place", <NoBackups key="place" isEmbedded={isEmbedded} />]] : factsOf(kept);
  return <Facts facts={[...facts, ["Local window", hasLocalWindow ? IS_NO_BACKUP : "Not kept"]]} />;
}

const IS_NO_BACKUP = "Kept on the same disk as the databases, and lost with it: it's no backup";

function NoBackups({ isEmbedded }: { isEmbedded: boolean }) {
  return (
    <>
      <div>
        {isEmbedded
          ? "There are no backups: all data is lost with this disk"
          : "None by Coppice, as the control plane is on a database server of yours"}
      </div>
      <div className="meta">
        <LinkAnchor inherit underline="always" href={isEmbedded ? "/docs/backups" : "/docs/guides/production#backups"}>
          How to set up backups
        </LinkAnchor>
      </div>
    </>
  );
}

function factsOf(kept: Kept): (readonly [string, ReactNode])[] {
  const { place, trouble, upTo, objectsUpTo, secondsAtRisk, proof, recovery, hosts } = kept;
  return [
    ["Place", place],
    ...(trouble === null ? [] : [["Problem", <Problem key="problem" text={trouble} />] as const]),
    ["Everything up to", <Reach key="reach" upTo={upTo} objectsUpTo={objectsUpTo} />],
    ["Would be lost now", secondsAtRisk === null ? "Everything" : `The last ${longTimeText(Math.ceil(secondsAtRisk))}`],
    ["Last proof", proof === null ? "None yet" : <LastProof key="proof" {...proof} />],
    ["Recovery took", recovery === null ? "Not measured yet" : <Recovery key="recovery" {...recovery} />],
    ...hosts.map(({ name, upTo: at }) => [`Host ${name}`, <HostReach key={name} upTo={at} />] as const),
  ];
}

function Problem({ text }: { text: string }) {
  return (
    <>
      <StatusWord kind="bad">Needs attention</StatusWord>
      <div>{text}</div>
    </>
  );
}

function Reach({ upTo, objectsUpTo }: Pick<Kept, "upTo" | "objectsUpTo">) {
  return (
    <>
      <div>{upTo === null ? "Nothing yet" : <Moment at={upTo} form="second" />}</div>
      {objectsUpTo !== null && (
        <div className="meta">
          Stored objects up to <Moment at={objectsUpTo} form="second" />
        </div>
      )}
    </>
  );
}

const OUTCOMES = {
  proven: { kind: "good", word: "Proven" },
  failed: { kind: "bad", word: "Failed" },
  "could not run": { kind: "warning", word: "Could not run" },
} as const;

function LastProof({ at, outcome }: Proof) {
  const { kind, word } = OUTCOMES[outcome];
  return (
    <>
      <StatusWord kind={kind}>{word}</StatusWord> <Moment at={at} />
    </>
  );
}

function Recovery({ at, seconds }: NonNullable<Kept["recovery"]>) {
  return (
    <>
      <div>{longTimeText(Math.ceil(seconds))}</div>
      <div className="meta">
        In the proof of <Moment at={at} form="exact" />
      </div>
    </>
  );
}

function HostReach({ upTo }: { upTo: string | null }) {
  if (upTo === null) return "Not backed up";
  return (
    <>
      Everything up to <Moment at={upTo} form="second" />
    </>
  );
}
