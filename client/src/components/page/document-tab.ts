import { type DocumentName, documentPath, documents, type workshopPapers } from "#shared/contract/parts/papers.ts";
import { orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

type Paper = DocumentName | keyof typeof workshopPapers;

/**
 * The number of windows that the server draws in a second (docs/measurements.md). A busy server
 * draws fewer.
 */
const WINDOWS_A_SECOND: Readonly<Record<Paper, number>> = {
  jobCard: 20,
  remakeJobCard: 20,
  jobCards: 20,
  barPlan: 40,
  labels: 60,
  quotation: 100,
  invoice: 100,
  deliveryNote: 100,
};

/**
 * A document that is being made, with its title (`the job card of ORD-36`) and its number of
 * windows.
 */
export type Making = { readonly paper: Paper; readonly what: string; readonly windows: number };

/**
 * Describes a document that takes longer than a second and estimates the time. Returns null for a
 * faster document.
 */
export function describeMaking({ paper, what, windows }: Making): string | null {
  const seconds = Math.ceil(windows / WINDOWS_A_SECOND[paper]);
  return seconds > 1 ? `Making ${what}: ${windows} windows take about ${seconds} seconds.` : null;
}

const NUMBER: Readonly<Record<DocumentName, (id: number) => string>> = {
  quotation: quoteNumber,
  invoice: orderNumber,
  jobCard: orderNumber,
  remakeJobCard: remakeNumber,
  deliveryNote: orderNumber,
};

export const createMaking = (paper: DocumentName, id: number, windows: number): Making => ({
  paper,
  what: `the ${documents[paper].label.replace(" (PDF)", "").toLowerCase()} of ${NUMBER[paper](id)}`,
  windows,
});

export const openDocument = (paper: DocumentName, id: number, windows: number): void =>
  openPaper(documentPath(paper, id), createMaking(paper, id, windows));

/**
 * Opens a document in a new tab. The tab displays a message while a slow document is made, because
 * a tab keeps its content until its next page arrives. The document or the error then loads from
 * its own address, under its own name.
 */
export function openPaper(path: string, making: Making): void {
  const words = describeMaking(making);
  const tab = words === null ? null : window.open("", "_blank");
  if (words === null || tab === null) {
    window.open(path, "_blank", "noopener");
    return;
  }
  const { document } = tab;
  document.title = words;
  document.documentElement.style.colorScheme = "light dark";
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  Object.assign(line.style, { font: "1rem/1.5 system-ui, sans-serif", margin: "20vh auto 0", maxWidth: "30rem", padding: "0 1rem" });
  line.textContent = words;
  document.body.replaceChildren(line);
  tab.opener = null;
  tab.location.replace(path);
}
