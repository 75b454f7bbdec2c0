import { clsx } from "clsx";
import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import type { WindowItem } from "#client/components/window/window-list.tsx";
import { useStoredCall } from "#client/device/use-stored-call.ts";
import { type Input, type Reply, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { countOf, upperFirst } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { panelLetter } from "#shared/domain/window/fields/panel-names.ts";
import { hangsOf } from "#shared/domain/window/geometry/window-layout.ts";
import { CUT_PART_LABEL, type CutPart, cutList } from "#shared/domain/window/saw/cut-list.ts";
import { stilesInWords } from "#shared/domain/window/saw/panel-facts.ts";
import {
  numberCuts,
  RECUT_REASON_LABEL,
  RECUT_REASONS,
  type RecutReason,
  recutInWords,
  sizeToCut,
} from "#shared/domain/window/saw/recuts.ts";
import { formatPieceAddress, type PieceState } from "../pieces.ts";

type RecutDialogProps = {
  orderId: number;
  item: WindowItem;
  /** The cut shutters of the window; the first one is chosen. */
  pieces: readonly PieceState[];
  /** The order's open recuts: their parts cannot be recorded again. */
  recuts?: readonly Reply<"workshop", "recut">[] | undefined;
  onRecorded: (recut: Reply<"workshop", "recut">) => void;
  onClose: () => void;
};

/** The equal parts of one kind in a panel, or in the frame. */
interface PartKind {
  readonly key: string;
  readonly panel: number | null;
  readonly part: CutPart;
  readonly most: number;
  /** The number of them that are to be recut already. */
  readonly open: number;
  /** The number of the first of them; null where all parts of the kind are equal. */
  readonly first: number | null;
  /** The part's name; a stile's has its side and hinges. */
  readonly label: string;
  /** The length, with a rail's height or the ends of a part that is not square. */
  readonly cut: string;
}

type Kind = Omit<PartKind, "open">;
/** Counts the parts of a kind that these recuts of the shutter have. */
function countOpen({ panel, part, first, most }: Kind, recuts: RecutDialogProps["recuts"], address: string): number {
  const parts = (recuts ?? []).filter((recut) => formatPieceAddress(recut) === address).flatMap((recut) => recut.parts);
  return parts
    .filter((each) => each.panel === panel && each.part === part)
    .reduce((sum, { count, replaces }) => {
      const own = first === null ? undefined : replaces?.filter((number) => number >= first && number < first + most);
      return sum + (own?.length ?? (first === null ? count : 0));
    }, 0);
}

type Values = { piece: string; counts: Readonly<Record<string, number>>; reason: RecutReason | ""; note: string };

function kindsOf(item: WindowItem): Kind[] {
  const cuts = numberCuts(cutList(toDrawable(item)));
  return cuts.flatMap(({ panel, part, first, each, row }): Kind[] => {
    const differs = cuts.some((cut) => cut.panel === panel && cut.part === part && cut.first !== first);
    const kind = { key: `${panel ?? 0}-${part}-${first}`, panel, part, cut: sizeToCut(row) };
    const names = part === "stile" && panel !== null ? stilesInWords(toDrawable(item), panel) : [];
    // A remake may make one stile alone, without saying which.
    if (names.length !== each) return [{ ...kind, most: each, first: differs ? first : null, label: CUT_PART_LABEL[part] }];
    return names.map((words, at) => ({
      ...kind,
      ...{ key: `${kind.key}-${at}`, most: 1, first: first + at, label: upperFirst(words) },
    }));
  });
}

type Part = Input<"workshop", "recut">["body"]["parts"][number];

/** Joins the chosen parts of a kind, with their numbers where they differ. */
function partsToSend(kinds: readonly PartKind[], counts: Values["counts"]): Part[] {
  const parts = new Map<string, Part>();
  for (const { key, panel, part, first } of kinds) {
    const count = counts[key] ?? 0;
    if (count === 0) continue;
    const kind = `${panel} ${part}`;
    const known = parts.get(kind);
    const numbers = first === null ? null : Array.from({ length: count }, (_, at) => first + at);
    const replaces = numbers && [...(known?.replaces ?? []), ...numbers];
    parts.set(kind, { panel, part, count: (known?.count ?? 0) + count, ...(replaces && { replaces }) });
  }
  return [...parts.values()];
}

const FRAME = "0";
const nameOfPlace = (panel: string): string => (panel === FRAME ? "Frame" : `Panel ${panelLetter(Number(panel))}`);

/** Records spoiled parts of a shutter: a press on a part, a press on the reason (rule W95). */
export default function RecutDialog({ orderId, item, pieces, recuts, onRecorded, onClose }: RecutDialogProps) {
  const form = useForm<Values>({
    defaultValues: { piece: pieces[0] ? formatPieceAddress(pieces[0]) : "", counts: {}, reason: "", note: "" },
  });
  const { control, setValue } = form;
  const [counts, reason, address] = useWatch({ control, name: ["counts", "reason", "piece"] });
  const kinds = kindsOf(item).map((kind): PartKind => ({ ...kind, open: countOpen(kind, recuts, address) }));
  const panels = [...new Set(kinds.map(({ panel }) => String(panel ?? FRAME)))].toSorted(
    (one, other) => Number(one === FRAME) - Number(other === FRAME) || Number(one) - Number(other),
  );
  const [place, setPlace] = useState(panels[0] ?? FRAME);
  const keyFor = useIdempotencyKey();
  const record = useStoredCall("workshop", "recut", {
    // Undo is the feedback, and a recut that waits is announced.
    success: () => null,
    failure: null,
    describe: ({ body }) => ["Recut", recutInWords(body), orderNumber(orderId)].join(", "),
    onSuccess: (recut) => {
      onClose();
      if (recut) onRecorded(recut);
    },
  });
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const change = ({ key, most, open }: PartKind, by: number) => {
    const next = Math.max(0, Math.min(most - open, (counts[key] ?? 0) + by));
    setValue("counts", { ...counts, [key]: next }, { shouldDirty: true });
  };
  const send = ({ piece, note }: Values) => {
    const chosen = pieces.find((each) => formatPieceAddress(each) === piece);
    if (!chosen || reason === "") return;
    const body = {
      itemId: item.id,
      piece: chosen.piece,
      parts: partsToSend(kinds, counts),
      reason,
      ...(note.trim() && { note: note.trim() }),
    };
    return record.mutateAsync({ params: { id: orderId }, body, idempotencyKey: keyFor(body) }).catch(() => {});
  };
  const countIn = (panel: string) =>
    kinds.filter((kind) => String(kind.panel ?? FRAME) === panel).reduce((sum, { key }) => sum + (counts[key] ?? 0), 0);
  const visible = kinds.filter((kind) => String(kind.panel ?? FRAME) === place);
  const firstToChoose = visible.find(({ open, most }) => open < most);
  // A remake of one panel has no choice of panels, and its window has others.
  const isOnly = panels.length === 1 && place !== FRAME && hangsOf(toDrawable(item)).length > 1;
  const onlyPanel = isOnly ? nameOfPlace(place) : null;
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      onSubmit={send}
      title={[`Recut ${address}`, item.quantity > 1 && `${address.split(".")[1]} of ${item.quantity}`].filter(Boolean).join(", ")}
      number={`${orderNumber(orderId)} ${item.name}`}
      description="The parts are in the cut list and the next bar plan. The shutter keeps its marks and can be packed once they are cut."
      submitLabel={count === 0 ? "Recut" : `Recut ${countOf(count, "part")}`}
      sentLater
      submitDisabled={count === 0 || reason === ""}
      pending={record.isPending}
      error={record.error && failureSentence(record.error, "Failed to record the recut")}
    >
      {pieces.length > 1 && (
        <SelectField
          control={control}
          name="piece"
          label="Shutter"
          options={pieces.map((piece) => ({ value: formatPieceAddress(piece), label: `${piece.piece} of ${item.quantity}` }))}
        />
      )}
      {panels.length > 1 && (
        <SegmentedControl
          label="Panel"
          showLabel
          value={place}
          onChange={setPlace}
          options={panels.map((panel) => ({
            value: panel,
            label: `${nameOfPlace(panel)}${countIn(panel) > 0 ? ` (${countIn(panel)})` : ""}`,
          }))}
        />
      )}
      <div>
        {onlyPanel !== null && <p className="mb-1 text-sm font-medium">{onlyPanel}</p>}
        <ul aria-label={onlyPanel === null ? "Parts" : `Parts of ${onlyPanel}`} className="flex flex-col gap-1">
          {visible.map((kind) => (
            <PartCount
              key={kind.key}
              kind={kind}
              isFirst={kind === firstToChoose}
              count={counts[kind.key] ?? 0}
              onChange={(by) => change(kind, by)}
            />
          ))}
        </ul>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">Reason</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
          {RECUT_REASONS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={reason === each}
              onClick={() => setValue("reason", each, { shouldDirty: true })}
              className={clsx(
                "min-h-12 rounded border px-2 text-sm",
                reason === each ? "border-accent bg-accent-soft font-medium" : "border-border-strong bg-surface hover:bg-raised",
              )}
            >
              {RECUT_REASON_LABEL[each]}
            </button>
          ))}
        </div>
      </fieldset>
      <TextField control={control} name="note" label="Note (optional)" maxLength={LONGEST.reason} />
    </FormDialog>
  );
}

type PartCountProps = {
  kind: PartKind;
  /** True for the first part that can be chosen, which receives the focus. */
  isFirst: boolean;
  count: number;
  onChange: (by: number) => void;
};

/** A press on the part adds one; the smaller button takes one away. */
function PartCount({ kind: { part, most, open, first, label, cut }, isFirst, count, onChange }: PartCountProps) {
  const name = first === null || part === "stile" ? label : `${label}, ${cut}`;
  return (
    <li className="flex items-stretch gap-2">
      <button
        type="button"
        aria-label={`One more ${name.toLowerCase()}`}
        data-autofocus={isFirst || undefined}
        disabled={count >= most - open}
        onClick={() => onChange(1)}
        className={clsx(
          "flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded border px-3 text-left disabled:opacity-100",
          count > 0 ? "border-accent bg-accent-soft" : "border-border-strong bg-surface hover:bg-raised",
        )}
      >
        <Plus aria-hidden className={clsx("size-4 shrink-0 text-muted", count >= most - open && "invisible")} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{label}</span>
          <span className="text-sm text-muted tabular-nums">
            {cut}
            {open > 0 && `, ${open === most ? "" : `${open} `}to recut already`}
          </span>
        </span>
        <span className="w-16 text-right whitespace-nowrap tabular-nums">
          <span aria-live="polite" className={clsx("text-lg", count > 0 && "font-semibold")}>
            {count}
          </span>{" "}
          <span className="text-sm text-muted">of {most}</span>
        </span>
      </button>
      <Button
        aria-label={`One ${name.toLowerCase()} fewer`}
        disabled={count === 0}
        onClick={() => onChange(-1)}
        className="min-h-12 w-12 px-0!"
        icon={<Minus />}
      />
    </li>
  );
}
