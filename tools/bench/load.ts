import { connect, type Socket } from "node:net";

export interface Shot {
  readonly method?: string;
  readonly path: string;
  readonly cookie?: string;
  readonly body?: unknown;
}
export interface Round {
  /** Milliseconds of each reply. */
  readonly times: number[];
  readonly perSecond: number;
  /** The first reply that was not 2xx. */
  readonly refused: string | undefined;
}

/** A client that costs next to nothing: one request at a time on each of its sockets, replies of a known length. */
export async function load(port: number, shot: () => Shot, connections: number, milliseconds: number): Promise<Round> {
  const times: number[] = [];
  let refused: string | undefined;
  const started = performance.now();
  const until = started + milliseconds;
  const one = async () => {
    const socket = connect(port, "127.0.0.1").setNoDelay(true);
    while (performance.now() < until && refused === undefined) {
      const sent = performance.now();
      const status = await exchange(socket, requestOf(shot()));
      times.push(performance.now() - sent);
      if (!/^2\d\d/.test(status)) refused = status;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { times, perSecond: (times.length / (performance.now() - started)) * 1000, refused };
}

function requestOf({ method = "GET", path, cookie, body }: Shot): string {
  const json = body === undefined ? "" : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(json ? ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(json)}`] : []),
  ];
  return `${headers.join("\r\n")}\r\n\r\n${json}`;
}

/** Sends a request and reads its reply to the end; gives the status and, of a refusal, the sentence. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const done = (status: string) => {
      socket.off("data", read).off("error", reject).off("close", closed);
      resolve(status);
    };
    const closed = () => done("0 closed");
    const read = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = received.toString("latin1", 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      const status = head.slice(9, 12);
      done(status.startsWith("2") ? status : `${status} ${received.toString("utf8", end + 4).slice(0, 120)}`);
    };
    socket.on("data", read).once("error", reject).once("close", closed);
    socket.write(request);
  });
}
