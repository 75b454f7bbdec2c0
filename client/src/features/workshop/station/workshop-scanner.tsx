import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { findTypedPath } from "#shared/contract/parts/papers.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { useWorkshopCall, WORKSHOP_PLACE } from "../bench/use-workshop-call.ts";
import { findScanned } from "./scanned-shutter.ts";
import { setStation, useStation } from "./station.ts";
import { useWedgeScanner } from "./wedge-scanner.ts";

const REFUSED_MS = 400;
const PIECE_PATH = /^\/workshop\/(\d+)\?piece=(\d+)\.(\d+)$/;

/**
 * Hears a wedge scanner on every screen of the workshop: a label opens its shutter, or marks it in
 * station mode, with Undo (rule W106).
 */
export function WorkshopScanner() {
  const user = useUser();
  const station = useStation();
  const [location, navigate] = useLocation();
  const search = useSearch();
  const client = useQueryClient();
  const { hold } = useWorkshopCall();
  /** Why the last scan marked nothing, until the next scan or until it is dismissed. */
  const [refused, setRefused] = useState<string | null>(null);
  const marksOnScan = station !== null && can(user, calls.workshop.mark);
  const hear = (code: string) => {
    // The bar code of a parcel is only digits, which are no order's number here.
    const path = /^\d+$/.test(code) ? null : findTypedPath(code);
    if (path === null) {
      toast({ title: "This code is not a shutter's label of this portal.", description: code, variant: "destructive" });
      return;
    }
    const [, order, item, number] = PIECE_PATH.exec(path) ?? [];
    if (!marksOnScan || order === undefined) {
      navigate(path, { state: location === "/workshop" ? { board: search } : history.state });
      return;
    }
    const label = { orderId: Number(order), itemId: Number(item), piece: Number(number) };
    void findScanned(client, label, station).then(({ name, refusal }) => {
      setRefused(refusal);
      if (refusal === null) hold([{ ...label, step: station, done: true }], `${PIECE_STEP_LABEL[station]}: ${name}`);
      // A joiner looks at the shutter, not at the tablet.
      else navigator.vibrate?.(REFUSED_MS);
    });
  };
  useWedgeScanner(hear, () => {
    toast({ title: "Only a part of the code arrived. Scan it again.", variant: "destructive" });
    navigator.vibrate?.(REFUSED_MS);
  });
  // The bench displays the note itself.
  const isAtBench = /^\/workshop\/\d+$/.test(location);
  if (!marksOnScan) return null;
  return (
    <div className="sticky bottom-4 z-sticky mt-4 flex flex-col gap-2 print:hidden">
      {refused !== null && (
        <Alert
          tone="danger"
          className="w-fit max-w-full items-center! text-base! font-medium shadow-overlay"
          action={<Button onClick={() => setRefused(null)}>Dismiss</Button>}
        >
          {refused}
        </Alert>
      )}
      {!isAtBench && refused === null && <UndoNote place={WORKSHOP_PLACE} />}
      <div className="flex w-fit max-w-full items-center gap-3 rounded-lg border bg-surface py-1 pr-1 pl-4 shadow-overlay">
        <span>
          This tablet: <strong className="font-semibold">{PIECE_STEP_LABEL[station]}</strong>
          <span className="text-muted max-sm:hidden"> · each scanned label is marked</span>
        </span>
        <Button size="sm" variant="ghost" onClick={() => setStation(null)}>
          Stop
        </Button>
      </div>
    </div>
  );
}

/** Chooses the step that a scan on this tablet marks. */
export function StationSelect() {
  const user = useUser();
  const station = useStation();
  if (!can(user, calls.workshop.mark)) return null;
  return (
    <Select
      aria-label="What a scan on this tablet marks"
      className="w-52 grow sm:w-60 sm:grow-0 print:hidden"
      value={station ?? ""}
      onChange={(event) => {
        setStation((event.target.value || null) as PieceStep | null);
        // The next scan would otherwise be typed into this field.
        event.target.blur();
      }}
      options={[
        { value: "", label: "Scan opens shutter" },
        ...PIECE_STEPS.map((step) => ({ value: step, label: `This tablet: ${PIECE_STEP_LABEL[step]}` })),
      ]}
    />
  );
}
