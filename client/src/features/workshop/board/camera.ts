/** Reads the QR codes in the video's current frame. */
type Read = (video: HTMLVideoElement) => Promise<readonly string[]>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
/**
 * Not every browser has this API, so TypeScript's library lacks it:
 * https://wicg.github.io/shape-detection-api
 */
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Uses the browser's own detector if there is one: it is fast and needs no download. */
async function createReader(): Promise<Read> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (BarcodeDetector && formats.includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { default: jsQR } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    // A label fills most of the picture: more pixels would only take longer.
    const scale = Math.min(1, MOST_POINTS / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context || width === 0 || height === 0) return [];
    canvas.width = width;
    canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    const found = jsQR(context.getImageData(0, 0, width, height).data, width, height, { inversionAttempts: "dontInvert" });
    return found ? [found.data] : [];
  };
}

const MOST_POINTS = 800;
const EVERY_MS = 150;

/** The reason why there is no picture, in a sentence. */
export function cameraTrouble(error: unknown): string {
  if (!window.isSecureContext) return "A browser opens its camera only for an address that begins with https.";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return "The camera may not be used here. Allow it in the browser's settings for this address.";
  if (name === "NotFoundError" || !navigator.mediaDevices) return "No camera was found on this device.";
  return "The camera could not be opened. Another program may be using it.";
}

/**
 * Shows the rear camera's picture and reports each code in it until the signal aborts. @throws if
 * there is no camera
 */
export async function watchCamera(video: HTMLVideoElement, onCode: (text: string) => void, signal: AbortSignal): Promise<void> {
  const wanted = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  // An unused camera must not stay on: its light shows that it records.
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  // The dialog was closed before the camera opened.
  if (signal.aborted) return end();
  signal.addEventListener("abort", end, { once: true });
  try {
    video.srcObject = stream;
    await video.play();
    const read = await createReader();
    while (!signal.aborted) {
      // An unreadable frame counts as empty; the next one follows at once.
      for (const text of await read(video).catch(() => [])) if (!signal.aborted) onCode(text);
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  } finally {
    if (!signal.aborted) end();
  }
}
