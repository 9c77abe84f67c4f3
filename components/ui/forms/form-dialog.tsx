"use client";

import type { ModalProps } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { FieldForm } from "./field-form";
import type { FieldFormProps } from "./opened-form";

interface Props<Value> extends FieldFormProps<Value>, Pick<ModalProps, "size"> {
  isOpen: boolean;
}

/** The dialog of a form. It closes once that is done, or shows a result, which no click outside and no Escape closes. */
export function FormDialog<Value>({ isOpen, close, size, onDone, ...content }: Props<Value>) {
  const [isShown, setShown] = useState(false);
  const end = () => {
    setShown(false);
    close();
  };
  const finish = (value: Value) => {
    if (content.result) setShown(true);
    else end();
    onDone?.(value);
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={end}
      title={content.form.title}
      size={size}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
    >
      <FieldForm {...content} close={end} onDone={finish} />
    </Dialog>
  );
}
