import { Listing } from "@/components/ui/listing";

interface Props {
  plans: readonly string[];
  rows: readonly {
    label: string;
    cells: readonly { plan: string; text: string; standard: string | null }[];
  }[];
}

/** The limits in force of each plan; one that was changed has its default below it. */
export function PlanLimits({ plans, rows }: Props) {
  const columns = ["Limit", ...plans.map((name) => ({ name, isFigure: true }))];
  return (
    <Listing label="Limits of plans" minWidth={480} columns={columns} hasActions={false}>
      {rows.map(({ label, cells }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {cells.map(({ plan, text, standard }) => (
            <td key={plan} data-figure>
              {text}
              {standard !== null && <div className="meta">default {standard}</div>}
            </td>
          ))}
        </tr>
      ))}
    </Listing>
  );
}
