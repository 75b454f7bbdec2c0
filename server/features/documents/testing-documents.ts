import { expect } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import type { TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { type ReadPdf, readPdf } from "./testing-pdf.ts";

export const SELLER = {
  name: "Alder & Reed Shutters Ltd",
  address: "4 Quarry Lane\nLewes BN7 1AA",
  vatNumber: "GB123456789",
  companyNumber: "01234567",
  email: "accounts@alder.example",
  phone: "01273 000000",
};

export async function saveSeller(portal: TestPortal, changes: Partial<typeof SELLER> = {}): Promise<void> {
  succeeded(await (await portal.superAdmin()).put("/api/settings/company", { ...SELLER, ...changes }));
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly file: Buffer;
}

export async function fetchFile(portal: TestPortal, client: TestClient, path: string): Promise<Fetched> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await fetch(new URL(path, portal.url), { headers: { cookie } });
  return { status: reply.status, headers: reply.headers, file: Buffer.from(await reply.arrayBuffer()) };
}

/** A document that has to be there for the test to mean anything. */
export async function openPdf(
  portal: TestPortal,
  client: TestClient,
  path: string,
): Promise<ReadPdf & { readonly file: Buffer; readonly headers: Headers }> {
  const { status, headers, file } = await fetchFile(portal, client, path);
  expect(status, file.toString("latin1").slice(0, 300)).toBe(200);
  expect(headers.get("content-type")).toBe("application/pdf");
  return { ...readPdf(file), file, headers };
}

/** Pieces of a cell's text stand one below the other. */
export const flat = (text: string): string => text.replaceAll("\n", " ");
