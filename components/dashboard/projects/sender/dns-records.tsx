import { CopyField } from "@/components/ui/copy-field";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import { WholeText } from "@/components/ui/whole-text";
import type { SenderDomain, SenderRecord } from "@/lib/sign-in/mail/sender/resource";
import classes from "./sender.module.css";

interface Props {
  domain: Pick<SenderDomain, "records" | "nextRecord" | "oldRecord">;
  spfMechanism: string | null;
}

const PURPOSES = {
  DKIM: "Proves that an email is yours.",
  SPF: "Lets the mail server send for your domain.",
  DMARC: "Tells receivers what to do with mail that proves nothing. Google and Yahoo ask for it.",
} as const;

const STATES = {
  found: { kind: "good", words: "found" },
  missing: { kind: "bad", words: "missing" },
  different: { kind: "bad", words: "differs" },
  unknown: { kind: "waiting", words: "no answer" },
} as const;

/** The records that a domain needs, and how each differs from the name servers' answer. */
export function DnsRecords({ domain: { records, nextRecord, oldRecord }, spfMechanism }: Props) {
  return (
    <section aria-labelledby="records">
      <h2 className="section-title" id="records">
        DNS records
      </h2>
      <p className={classes.text}>
        Add these TXT records where your domain is managed. Some consoles want the host alone, others the full name. It
        can take an hour until a record is seen.
      </p>
      <ol className="plain-list" aria-label="DNS records">
        {records.map((record) => (
          <Record key={record.purpose} of={record} label={record.purpose} text={PURPOSES[record.purpose]} />
        ))}
        {nextRecord && <Record of={nextRecord} label="New DKIM" text={NEXT} />}
      </ol>
      {oldRecord && (
        <p className={classes.text}>
          The key was rotated. Keep the old record <code>{oldRecord.host}</code> until{" "}
          <Moment at={oldRecord.removableAt} />, since it proves emails on their way, and then remove it.
        </p>
      )}
      {spfMechanism === null && (
        <p className={classes.text}>
          SPF isn't checked here. Ask the operator which servers send, and allow them in the domain's SPF record.
        </p>
      )}
    </section>
  );
}

const NEXT =
  "The key that signs next. Add it beside the old one, which signs until this record is seen, and keep both meanwhile.";

interface RecordProps {
  of: SenderRecord;
  label: string;
  text: string;
}

function Record({ of: { host, name, value, isRequired, state, found, problem }, label, text }: RecordProps) {
  const shown = state && STATES[state];
  const isAdvised = !isRequired && state === "missing";
  return (
    <li className={classes.record} aria-label={label}>
      <div className={classes.head}>
        <h3 className={classes.name}>{label}</h3>
        {shown && <StatusWord kind={isAdvised ? "warning" : shown.kind}>{shown.words}</StatusWord>}
        {!isRequired && <span className="meta">recommended</span>}
      </div>
      <p className={classes.text}>{text}</p>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
      <dl className={classes.fields}>
        <dt>Host</dt>
        <dd>
          <CopyField label={`Host of ${label}`} text={host} />
        </dd>
        <dt>Full name</dt>
        <dd>
          <CopyField label={`Full name of ${label}`} text={name} />
        </dd>
        <dt>Value</dt>
        <dd>
          <CopyField label={`Value of ${label}`} text={value} />
        </dd>
        {state === "different" && found.length > 0 && (
          <>
            <dt>Found</dt>
            <dd>
              <WholeText label={`Found of ${label}`}>{found.join("\n")}</WholeText>
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}
