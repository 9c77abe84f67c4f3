import { caller } from "coppice";

/** Greets the caller by the name in `?name=Ada`. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const name = searchParams.get("name") ?? "world";
    console.log("Greeting", name);
    return Response.json({ hello: name, from: caller().kind });
  },
};
