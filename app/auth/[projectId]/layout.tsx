import "@coppice/auth/styles.css";
import type { Metadata } from "next";

export const metadata: Metadata = { robots: { index: false } };

export default function HostedLayout({ children }: LayoutProps<"/auth/[projectId]">) {
  return children;
}
