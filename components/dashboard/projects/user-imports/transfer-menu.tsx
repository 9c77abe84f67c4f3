"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconDownload, IconKey, IconUpload } from "@tabler/icons-react";
import { Confirm } from "@/components/ui/confirm";
import { RowMenu } from "@/components/ui/row-menu";
import { downloadFrom } from "@/components/ui/save-file";

interface Props {
  /** The address of the list of users. */
  address: string;
  /** Whether hashes and second factors may be exported too. */
  mayExportSecrets: boolean;
}

/** Takes all users of a project in or out. */
export function TransferMenu({ address, mayExportSecrets }: Props) {
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <>
      <RowMenu
        label="Import and export"
        actions={[
          { label: "Import users", icon: IconUpload, href: `${address}/import` },
          { label: "Export users", icon: IconDownload, onSelect: () => downloadFrom(`${address}/export`) },
          ...(mayExportSecrets ? [{ label: "Export users with password hashes", icon: IconKey, onSelect: open }] : []),
        ]}
      />
      <Confirm
        isOpen={isAsking}
        title="Export users with password hashes"
        confirm="Export"
        onClose={close}
        onConfirm={() => downloadFrom(`${address}/export?secrets=true`)}
      >
        The file has password hashes, passkeys and authenticator secrets. Anyone who reads it can try passwords as fast
        as they like, and can pass two-step verification. Delete it once it's imported elsewhere.
      </Confirm>
    </>
  );
}
