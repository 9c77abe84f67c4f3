"use client";

import { Drawer } from "@mantine/core";
import { useLayer } from "@/components/ui/use-layer";
import { Side, type SideProps } from "./side";

interface Props extends SideProps {
  close: () => void;
}

/** The tables and saved queries as a sheet, on screens too narrow for them to stand beside the editor. */
export default function SideSheet({ close, ...side }: Props) {
  const closing =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      close();
      act(...args);
    };
  return (
    <Drawer
      opened={useLayer(true, close)}
      closeOnEscape={false}
      onClose={close}
      title="Tables and queries"
      size={320}
      styles={{ body: { height: "calc(100% - 60px)", padding: 0 } }}
    >
      <Side
        {...side}
        insert={side.insert && closing(side.insert)}
        query={side.query && closing(side.query)}
        open={closing(side.open)}
      />
    </Drawer>
  );
}
