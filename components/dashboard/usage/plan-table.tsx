import { Listing } from "@/components/ui/listing";
import classes from "./usage.module.css";

export interface ComparedPlan {
  name: string;
  isCurrent: boolean;
}

interface Props {
  plans: readonly ComparedPlan[];
  /** A row for each limit: its value in each plan, and the use of it where that is more than the plan allows. */
  rows: readonly { name: string; cells: readonly { value: string; exceededBy: string | null }[] }[];
}

/** The plans beside each other, the current one marked. */
export function PlanTable({ plans, rows }: Props) {
  const columns = [
    "Limit",
    ...plans.map(({ name, isCurrent }) => ({ name: isCurrent ? `${name} (current)` : name, isFigure: true })),
  ];
  return (
    <Listing label="Plans" minWidth={320} columns={columns} hasActions={false}>
      {rows.map(({ name, cells }) => (
        <tr key={name}>
          <th scope="row" className={classes.limit}>
            {name}
          </th>
          {cells.map(({ value, exceededBy }, place) => (
            <td key={plans[place]?.name} data-figure className={plans[place]?.isCurrent ? classes.current : undefined}>
              {value}
              {exceededBy && <span className={classes.exceeded}>{exceededBy}</span>}
            </td>
          ))}
        </tr>
      ))}
    </Listing>
  );
}
