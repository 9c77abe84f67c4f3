import type { Metadata } from "next";
import { Notice } from "@/components/site/notice";
import { SiteHeader } from "@/components/site/site-header";
import { SERVICE } from "@/lib/core/service";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <Notice title="Page not found" text="There's no page at this address." />
    </>
  );
}
