"use client";

import { Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { FieldForm } from "@/components/ui/forms/field-form";
import { LinkAnchor } from "@/components/ui/link";
import { ScriptButton } from "@/components/ui/script-button";
import { useAsked } from "@/components/ui/use-asked";
import type { TableChoice } from "@/lib/services/realtime/changes/tables/resource";
import { ChooseDatabase, type DatabaseChoice } from "../choose-database";
import classes from "../realtime.module.css";
import type { TableChanges, TableQuestion } from "./changes";
import { PublishForm } from "./publish-form";
import { TableList } from "./table-list";

interface Props {
  database: { id: string; name: string; home: string };
  databases: readonly DatabaseChoice[];
  tables: readonly TableChoice[];
  /** The cost of publishing for those who write to the table. */
  cost: string;
  /** `null` for a member who may not change anything. */
  changes: TableChanges | null;
}

const UNPUBLISH = { title: "Stop publishing", submit: "Stop publishing", isDestructive: true, fields: [] };
const TITLES = { publish: "Publish table", unpublish: "Stop publishing", choose: "Change database" } as const;

/** The tables of the project's database, and which of them are published to whom. */
export function Publishing({ database, databases, tables, cost, changes }: Props) {
  const { asked, isAsking, ask, close } = useAsked<TableQuestion>();
  const isChanged = asked?.kind === "publish" && asked.table?.audience;
  return (
    <section aria-labelledby="published-tables">
      <div className={classes.head}>
        <h2 id="published-tables" className="section-title">
          Tables
        </h2>
        <span className={classes.meta}>
          of the database{" "}
          <LinkAnchor inherit underline="always" href={`${database.home}/tables`}>
            {database.name}
          </LinkAnchor>
        </span>
        {changes && (
          <>
            <ScriptButton variant="default" onClick={() => ask({ kind: "choose" })}>
              Change database
            </ScriptButton>
            <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask({ kind: "publish" })}>
              Publish table
            </ScriptButton>
          </>
        )}
      </div>
      {tables.length > 0 ? (
        <TableList database={database} tables={tables} changes={changes} ask={ask} />
      ) : (
        <EmptyState
          title="No tables yet"
          text={`Create a table in ${database.name}, then publish its changes here.`}
          example={<code>CREATE TABLE todos (id bigint PRIMARY KEY, title text, author_id text);</code>}
        />
      )}
      {changes && (
        <Dialog
          opened={isAsking}
          onClose={close}
          title={isChanged ? "Change audience" : asked && TITLES[asked.kind]}
          closeOnClickOutside={asked?.kind !== "publish"}
        >
          {asked?.kind === "publish" && (
            <PublishForm
              table={asked.table ?? null}
              tables={tables}
              cost={cost}
              publish={changes.publish}
              close={close}
            />
          )}
          {asked?.kind === "unpublish" && (
            <FieldForm
              form={UNPUBLISH}
              action={changes.unpublish.bind(null, asked.table.table)}
              close={close}
              onDone={close}
            >
              <Text>
                Apps no longer hear of changes of <code>{asked.table.table}</code>, and their subscriptions to it end.
                The table, its rows and its policies stay as they are. You can publish it again at any time.
              </Text>
            </FieldForm>
          )}
          {asked?.kind === "choose" && (
            <ChooseDatabase databases={databases} current={database.id} choose={changes.choose} onDone={close} />
          )}
        </Dialog>
      )}
    </section>
  );
}
