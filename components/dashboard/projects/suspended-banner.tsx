import { Banner } from "@/components/ui/banner";

interface Props {
  status: "suspended" | "banned";
  reason: string | null;
}

/** Says that a project is suspended, why, and the parts that still work. */
export function SuspendedBanner({ status, reason }: Props) {
  return (
    <Banner id="suspended" title={`This project is ${status}`}>
      {reason !== null && <p>The operator's reason: {reason}</p>}
      <p>
        No one can sign in, and its settings can't be changed. Keys can still be revoked. Ask the operator to lift the{" "}
        {status === "banned" ? "ban" : "suspension"}.
      </p>
    </Banner>
  );
}
