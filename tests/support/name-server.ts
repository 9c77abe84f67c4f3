import { createServer, Packet } from "dns2";

export interface NameServer {
  /** `address:port`, as `COPPICE_DNS_SERVERS` takes it. */
  address: string;
  /** TXT records by name, each as the strings it is made of. A name without an entry does not exist. */
  records: Map<string, string[][]>;
  /** Answers nothing while this is set. */
  isSilent: boolean;
  close(): Promise<void>;
}

/** A name server for TXT records on a port of its own by default, over UDP. `find` may know more than `records`. */
export async function startNameServer(
  port = 0,
  find: (name: string) => string[][] | undefined = () => undefined,
): Promise<NameServer> {
  const server = createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      if (!question || nameServer.isSilent) return;
      const name = question.name.toLowerCase();
      const found = nameServer.records.get(name) ?? find(name);
      // A response code is four bits of the header: 3 is NXDOMAIN (RFC 1035, section 4.1.1).
      if (!found) Object.assign(response.header, { rcode: 3 });
      for (const data of question.type === Packet.TYPE.TXT ? (found ?? []) : []) {
        const record = { type: Packet.TYPE.TXT, class: Packet.CLASS.IN, ttl: 0, data };
        response.answers.push(Packet.createResourceFromQuestion(question, record));
      }
      send(response);
    },
  });
  const addresses = await server.listen({ udp: { port, address: "127.0.0.1" } });
  const nameServer: NameServer = {
    address: `127.0.0.1:${addresses.udp?.port}`,
    records: new Map(),
    isSilent: false,
    close: async () => void (await server.close()),
  };
  return nameServer;
}
