import { zodResolver } from "@hookform/resolvers/zod";
import { Fragment } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, optionalMillimetres } from "#client/components/form/amount-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { profileName, USUAL_STOCK } from "#shared/domain/window/saw/workshop-stock.ts";
import type { SavedTable } from "./table-problems.tsx";

const { stockMm, kerfMm, trimMm, keepMm } = api.settings.saveWorkshop.body.shape.stock.unwrap().element.shape;
const FIGURES = ["stockMm", "kerfMm", "trimMm", "keepMm"] as const;
const FIGURE_NAME = { stockMm: "Bar length", kerfMm: "Saw's kerf", trimMm: "Trim, each end", keepMm: "Keep from" } as const;
const inField = (figure: (typeof FIGURES)[number]) => FIGURE_NAME[figure].replace(/^./, (first) => first.toLowerCase());
const typedStock = z.object({
  rows: z.array(
    z.object({
      stockMm: optionalMillimetres(stockMm.nullable()),
      kerfMm: optionalMillimetres(kerfMm.nullable()),
      trimMm: optionalMillimetres(trimMm.unwrap().nullable()),
      keepMm: optionalMillimetres(keepMm.unwrap().nullable()),
    }),
  ),
});

const FAILED = "Failed to save the workshop's settings";
const usual = {
  stockMm: USUAL_STOCK.stockMm.toLocaleString("en-GB"),
  kerfMm: USUAL_STOCK.kerfMm.toString(),
  trimMm: USUAL_STOCK.trimMm.toString(),
  keepMm: USUAL_STOCK.keepMm.toString(),
};

export type Stock = Reply<"settings", "readWorkshop">["stock"];
/** A profile and the stock that the workshop set; undefined means the default bars and kerf. */
export type StockRow = { readonly profile: Profile; readonly own: Stock[number] | undefined };

type WorkshopStockDialogProps = { rows: readonly StockRow[]; onClose: () => void; onSaved: (saved: SavedTable) => void };

/** The stock of all profiles, saved together. */
export default function WorkshopStockDialog({ rows, onClose, onSaved }: WorkshopStockDialogProps) {
  const form = useForm({
    resolver: zodResolver(typedStock),
    defaultValues: {
      rows: rows.map(({ own: said }) => {
        const typed = (figure: (typeof FIGURES)[number]) => said?.[figure]?.toString() ?? "";
        return { stockMm: typed("stockMm"), kerfMm: typed("kerfMm"), trimMm: typed("trimMm"), keepMm: typed("keepMm") };
      }),
    },
  });
  const save = useCall("settings", "saveWorkshop", { failure: FAILED, onSuccess: onSaved });
  const send = (typed: z.output<typeof typedStock>) => {
    const all = typed.rows.map((row, index) => ({ profile: rows[index]?.profile ?? "", ...row }));
    const said = all.filter((row) => FIGURES.some((figure) => row[figure] !== null));
    const stock = said.map((row) => ({
      profile: row.profile,
      stockMm: row.stockMm ?? USUAL_STOCK.stockMm,
      kerfMm: row.kerfMm ?? USUAL_STOCK.kerfMm,
      trimMm: row.trimMm ?? USUAL_STOCK.trimMm,
      keepMm: row.keepMm ?? USUAL_STOCK.keepMm,
    }));
    save.mutate({ body: { stock } });
  };
  const copyFirstRow = () => {
    const [first] = form.getValues("rows");
    if (first)
      form.setValue(
        "rows",
        rows.map(() => ({ ...first })),
        { shouldDirty: true, shouldValidate: form.formState.isSubmitted },
      );
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Bars and saw"
      size="lg"
      footer={
        <Button variant="ghost" disabled={save.isPending} onClick={copyFirstRow}>
          Use the first row for all
        </Button>
      }
      description={`An empty field uses the usual figure: bars of ${usual.stockMm} mm, a kerf of ${usual.kerfMm} mm, ${usual.trimMm} mm trimmed off each end, and offcuts kept from ${usual.keepMm} mm on.`}
      form={form}
      onSubmit={send}
      submitLabel="Save"
      pending={save.isPending}
      error={save.error && failureSentence(save.error, FAILED)}
      bodyClassName="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[1.2fr_1fr_1fr_1fr_1fr]"
    >
      {["Profile", ...FIGURES.map((figure) => FIGURE_NAME[figure])].map((head) => (
        <span key={head} aria-hidden className={`text-xs text-muted ${head === "Profile" ? "max-sm:hidden" : ""}`}>
          {head}
        </span>
      ))}
      {rows.map(({ profile }, index) => (
        <Fragment key={profile}>
          <span className="flex min-h-control items-center text-sm max-sm:col-span-2 max-sm:font-medium">{profileName(profile)}</span>
          {FIGURES.map((figure) => (
            <AmountField
              key={figure}
              control={form.control}
              name={`rows.${index}.${figure}`}
              label={`${profileName(profile)}: ${inField(figure)}`}
              hideLabel
              suffix="mm"
              placeholder={usual[figure]}
            />
          ))}
        </Fragment>
      ))}
    </FormDialog>
  );
}
