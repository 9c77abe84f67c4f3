import { CopyField } from "@/components/ui/copy-field";
import classes from "./connection-parts.module.css";

/** The parts of a connection string, for programs that ask for each, and the line of an `.env` file. */
export function ConnectionParts({ connectionString }: { connectionString: string }) {
  const url = new URL(connectionString);
  const parts = [
    { name: "Host", value: url.hostname },
    { name: "Port", value: url.port || "5432" },
    { name: "Database", value: decodeURIComponent(url.pathname.slice(1)) },
    { name: "User", value: decodeURIComponent(url.username) },
    { name: "Password", value: decodeURIComponent(url.password) },
    { name: ".env", value: `DATABASE_URL="${connectionString}"` },
  ];
  return (
    <dl className={classes.parts}>
      {parts.map(({ name, value }) => (
        <div key={name} className={classes.part}>
          <dt>{name}</dt>
          <dd>
            <CopyField label={name} text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
