import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import classes from "./key-cells.module.css";

/** The name of a key with the part of its secret that may be shown. */
export function KeyName({ of: { name, hint } }: { of: { name: string; hint: string } }) {
  return (
    <>
      {name} <code className={classes.hint}>{hint}</code>
    </>
  );
}

interface Used {
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
}

/** The time and the address of a key's last use. */
export function KeyLastUse({ of: { lastUsedAt, lastUsedAddress } }: { of: Used }) {
  if (lastUsedAt === null) return "Never";
  return (
    <>
      <Moment at={lastUsedAt} />
      {lastUsedAddress && <span className={classes.address}> from {lastUsedAddress}</span>}
    </>
  );
}

/** When a key expires, or that it can no longer be used. */
export function KeyEnd({ of: { status, expiresAt } }: { of: { status: string; expiresAt: string | null } }) {
  if (status === "revoked") return <StatusWord kind="quiet">Revoked</StatusWord>;
  if (status === "expired") return <StatusWord kind="quiet">Expired</StatusWord>;
  return expiresAt === null ? "Never" : <Moment at={expiresAt} />;
}
