export { PageNotFound as default } from "@/components/dashboard/frame/page-not-found";
