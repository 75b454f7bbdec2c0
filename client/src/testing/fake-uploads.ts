import { vi } from "vitest";

type Answer = (method: string, address: string, headers: Headers, body: unknown, files: readonly File[]) => Promise<Response>;

/** Uploads go by XMLHttpRequest (lib/send.ts), so the fake has to stand there too: just as much of it as is used. */
export function fakeUploads(answer: Answer) {
  class FakeRequest {
    status = 0;
    statusText = "";
    responseText = "";
    readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    private method = "GET";
    private address = "";
    private readonly headers = new Headers();
    private replyHeaders = new Headers();

    open(method: string, address: string) {
      this.method = method;
      this.address = address;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getResponseHeader(name: string) {
      return this.replyHeaders.get(name);
    }
    send(form: FormData) {
      const entries = [...form.entries()];
      const files = entries.map(([, value]) => value).filter((value) => value instanceof File);
      const body = Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      answer(this.method, this.address, this.headers, body, files).then(
        async (reply) => {
          this.status = reply.status;
          this.statusText = reply.statusText;
          this.responseText = await reply.text();
          this.replyHeaders = reply.headers;
          this.onload?.();
        },
        () => this.onerror?.(),
      );
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
}
