"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useLayer } from "./use-layer";

export default function OpeningDialog({ opened, closeOnEscape = true, ...props }: ModalProps) {
  const isOpen = useLayer(opened, () => closeOnEscape && props.onClose());
  return <Modal {...props} opened={isOpen} closeOnEscape={false} />;
}
