"use client";

export { PageFailure as default } from "@/components/dashboard/frame/page-failure";
