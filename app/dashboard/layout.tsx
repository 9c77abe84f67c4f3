import type { Metadata } from "next";
import { SiteFooter } from "@/components/site/site-footer";

export const metadata: Metadata = { title: "Dashboard", robots: { index: false } };

export default function DashboardLayout({ children }: LayoutProps<"/dashboard">) {
  return (
    <>
      {children}
      <SiteFooter />
    </>
  );
}
