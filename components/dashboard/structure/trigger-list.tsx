import type { TableStructure } from "@/lib/sql/structure/resource";
import { PartSection } from "./part-section";
import classes from "./structure.module.css";

/** The triggers of a table; nothing where there is none. */
export function TriggerList({ table }: { table: TableStructure }) {
  if (table.triggers.length === 0) return null;
  return (
    <PartSection title="Triggers" count={table.triggers.length} actions={[]} open={() => undefined}>
      <ul className={classes.list}>
        {table.triggers.map((trigger) => (
          <li key={trigger.name} className={classes.code}>
            {trigger.definition}
            {!trigger.isEnabled && <span className={classes.meta}> · disabled</span>}
          </li>
        ))}
      </ul>
    </PartSection>
  );
}
