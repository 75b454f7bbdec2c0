type Receiver = (code: string) => void;
let receiver: Receiver | null = null;

/** Registers the scanner of a workshop's screen. The returned function removes it. */
export function receiveScans(next: Receiver): () => void {
  receiver = next;
  return () => {
    if (receiver === next) receiver = null;
  };
}

/** Sends a code that a scanner typed into a field to the screen's scanner; false without one. */
export function passScan(code: string): boolean {
  receiver?.(code);
  return receiver !== null;
}

/** The beginnings of labels: several scans may have been typed into one field. */
const EACH_LABEL = /https?:\/\/|ord-\d+ /gi;
const LABEL = /\?piece=|^ord-\d+ \d+\.\d+$/i;

/** The last label in a text that a scanner may have typed; null if a person typed it. */
export function findScannedCode(text: string): string | null {
  const last = [...text.matchAll(EACH_LABEL)].at(-1)?.index ?? 0;
  const code = text.slice(last).trim();
  return LABEL.test(code) ? code : null;
}
