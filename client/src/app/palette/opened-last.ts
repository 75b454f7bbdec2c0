import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { jobWords } from "#client/components/facts/job.tsx";
import { orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import type { Entry } from "./palette-entries.ts";

/** The records whose details have an address, and the feature whose replies contain their names. */
const KINDS = [
  { feature: "orders", address: /^\/orders\?(?:.*&)?order=([1-9]\d*)(?:&|$)/, numberOf: orderNumber },
  { feature: "orders", address: /^\/workshop\/([1-9]\d*)(?:\?|$)/, numberOf: orderNumber },
  { feature: "quotes", address: /^\/(?:quotes)?\?(?:.*&)?quote=([1-9]\d*)(?:&|$)/, numberOf: quoteNumber },
  { feature: "remakes", address: /^\/remakes\?(?:.*&)?remake=([1-9]\d*)(?:&|$)/, numberOf: remakeNumber },
] as const;

const MOST = 6;

/**
 * Newest first. The list lives as long as the page, so that a device stores nothing of a person.
 */
let addresses: readonly { readonly userId: number; readonly address: string }[] = [];

/** Remembers each record whose details this person opens. */
export function useRememberedPlaces(userId: number): void {
  const [path] = useLocation();
  const search = useSearch();
  const address = search ? `${path}?${search}` : path;
  useEffect(() => {
    const known = recordAt(address);
    if (!known) return;
    const others = addresses.filter((each) => each.userId === userId && recordAt(each.address)?.number !== known.number);
    addresses = [{ userId, address: known.path }, ...others].slice(0, MOST);
  }, [address, userId]);
}

/** The record of an address, at an address without the list's filters. */
function recordAt(address: string) {
  for (const { feature, address: pattern, numberOf } of KINDS) {
    const id = pattern.exec(address)?.[1];
    if (id === undefined) continue;
    const path = address.startsWith("/workshop/") ? `/workshop/${id}` : `/${feature}?${feature.slice(0, -1)}=${id}`;
    return { feature, id: Number(id), number: numberOf(Number(id)), path };
  }
  return null;
}

/** The records that this person opened last, named by the job that the loaded replies contain. */
export function listOpenedLast(client: QueryClient, userId: number): Entry[] {
  return addresses.flatMap(({ userId: opener, address }): Entry[] => {
    const known = opener === userId ? recordAt(address) : null;
    if (!known) return [];
    const [job] = namesIn(client, known.feature, known.id);
    return [{ key: `last-${known.number}`, path: known.path, title: job ?? known.number, subtitle: job ? known.number : null }];
  });
}

interface Named {
  readonly id: number;
  readonly jobName?: string | null;
  readonly customerName?: string | null;
  readonly poNumber?: string | null;
  readonly user?: { readonly companyName: string };
}
const isNamed = (value: unknown, id: number): value is Named =>
  typeof value === "object" && value !== null && "id" in value && value.id === id && ("jobName" in value || "user" in value);

/** Replies are a record, a list, or pages of a list. */
function namesIn(client: QueryClient, feature: string, id: number): readonly string[] {
  for (const [, data] of client.getQueriesData<unknown>({ queryKey: [feature] })) {
    const pages = typeof data === "object" && data !== null && "pages" in data ? (data.pages as unknown[]) : [data];
    const rows = pages.flatMap((page) => (typeof page === "object" && page !== null && "data" in page ? page.data : page)).flat();
    const found = rows.find((row): row is Named => isNamed(row, id));
    if (found)
      return jobWords({
        jobName: found.jobName ?? null,
        customerName: found.customerName,
        poNumber: found.poNumber ?? null,
        ...(found.user && { company: found.user }),
      });
  }
  return [];
}
