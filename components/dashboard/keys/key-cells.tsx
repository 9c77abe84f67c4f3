import { IconKeyOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { DataTableProps } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import classes from "./key-cells.module.css";

/** The name of a key with the part of its secret that may be shown. */
function KeyName({ of: { name, hint } }: { of: { name: string; hint: string } }) {
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
function KeyLastUse({ of: { lastUsedAt, lastUsedAddress } }: { of: Used }) {
  if (lastUsedAt === null) return "Never";
  return (
    <>
      <Moment at={lastUsedAt} />
      {lastUsedAddress && <span className={classes.address}> from {lastUsedAddress}</span>}
    </>
  );
}

/** When a key expires, or that it can no longer be used. */
function KeyEnd({ of: { status, expiresAt } }: { of: { status: string; expiresAt: string | null } }) {
  if (status === "revoked") return <StatusWord kind="quiet">Revoked</StatusWord>;
  if (status === "expired") return <StatusWord kind="quiet">Expired</StatusWord>;
  return expiresAt === null ? "Never" : <Moment at={expiresAt} />;
}

interface Key extends Used {
  name: string;
  hint: string;
  status: string;
  expiresAt: string | null;
}

interface Cells<Row> {
  access: (key: Row) => ReactNode;
  creator: (key: Row) => ReactNode;
}

/** Returns the columns of a table of keys. */
export function keyColumns<Row extends Key>({ access, creator }: Cells<Row>): DataTableProps<Row>["columns"] {
  return [
    { name: "Name", cell: (key) => <KeyName of={key} /> },
    { name: "Access", card: null, cell: access },
    { name: "Created by", card: null, cell: creator },
    { name: "Last used", cell: (key) => <KeyLastUse of={key} /> },
    {
      name: "Expires",
      card: ({ status }) => (status === "active" ? "Expires" : null),
      cell: (key) => <KeyEnd of={key} />,
    },
  ];
}

export const REVOKE = { label: "Revoke key", icon: IconKeyOff, isDestructive: true };
