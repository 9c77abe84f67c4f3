"use client";

import { IconUpload } from "@tabler/icons-react";
import { ScriptButton } from "@/components/ui/script-button";
import { useChooseFiles } from "./upload-area";

/** The button that uploads files. Disabled, with the reason, for a member who may not. */
export function UploadButton({ reason }: { reason: string | null }) {
  const choose = useChooseFiles();
  const icon = <IconUpload size={16} aria-hidden />;
  return (
    <ScriptButton
      leftSection={icon}
      disabled={choose === null}
      onClick={() => choose?.()}
      title={reason ?? "Upload files (U)"}
    >
      Upload files
    </ScriptButton>
  );
}
