import { PageLink } from "@/components/ui/page-link";
import classes from "./quota-line.module.css";

interface Quota {
  used: number;
  limit: number;
}

interface Props {
  quotas: Readonly<Record<string, Quota>>;
  /** The page of the plan. */
  href: string;
}

const WARN_FROM = 0.8;

/** The used part of the plan, as one line below a list; a warning once a limit is near. */
export function QuotaLine({ quotas, href }: Props) {
  const entries = Object.entries(quotas);
  const near = entries.filter(([, { used, limit }]) => used >= limit * WARN_FROM);
  return (
    <p className={classes.line} data-near={near.length > 0 || undefined}>
      {entries.map(([noun, { used, limit }]) => `${count(used)} of ${count(limit)} ${noun}`).join(" · ")}
      {near.length > 0 && (
        <> · {near.some(({ 1: { used, limit } }) => used >= limit) ? "limit reached" : "nearly full"}</>
      )}
      {" · "}
      <PageLink href={href}>Plan and usage</PageLink>
    </p>
  );
}

const count = (value: number) => value.toLocaleString("en");
