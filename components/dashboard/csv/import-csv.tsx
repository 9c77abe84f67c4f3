"use client";

import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { announce } from "@/components/ui/announce";
import narrow from "@/components/ui/icon-on-phones.module.css";
import type { TableShape } from "@/lib/sql/tables/resource";
import type { Outcome } from "@/lib/web/resource";

const load = () => import("./import-dialog");
const ImportDialog = lazy(load);

interface Props {
  /** The address of the database's tables. */
  base: string;
  /** The table that rows go into; `null` for a new one. */
  shape: TableShape | null;
  undoChange: (changeId: string) => Promise<Outcome>;
}

/** A button whose dialog imports a CSV file into a table, or makes a new table from one. */
export function ImportCsv({ base, shape, undoChange }: Props) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  const undo = async (changeId: string) => {
    announce(await undoChange(changeId), "Import undone.");
    router.refresh();
  };
  return (
    <>
      <Button
        // Beside a table's rows it stands in their toolbar, and else in the page's heading.
        size={shape === null ? "sm" : "xs"}
        variant="default"
        leftSection={<IconUpload size={shape === null ? 16 : 14} aria-hidden />}
        onClick={open}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        {shape === null ? "New table from CSV" : <span className={narrow.label}>Import CSV</span>}
      </Button>
      {wasOpened && (
        <Suspense>
          <ImportDialog
            base={base}
            shape={shape}
            isOpen={isOpen}
            setIsOpen={setIsOpen}
            undo={(changeId) => void undo(changeId)}
          />
        </Suspense>
      )}
    </>
  );
}
