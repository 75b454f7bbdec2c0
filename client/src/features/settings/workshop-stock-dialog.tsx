import { zodResolver } from "@hookform/resolvers/zod";
import { Fragment } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, orUsualMm } from "#client/components/form/amount-field.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { api } from "#shared/contract/index.ts";
import type { Profile } from "#shared/domain/window/cut-list.ts";
import { profileName, USUAL_STOCK } from "#shared/domain/window/workshop-stock.ts";

const { stockMm, kerfMm } = api.settings.saveWorkshop.body.shape.stock.unwrap().element.shape;
const typedStock = z.object({ rows: z.array(z.object({ stockMm: orUsualMm(stockMm.nullable()), kerfMm: orUsualMm(kerfMm.nullable()) })) });

const FAILED = "Failed to save the workshop's settings";
const usual = { stockMm: USUAL_STOCK.stockMm.toLocaleString("en-GB"), kerfMm: USUAL_STOCK.kerfMm.toString() };

export type Stock = Reply<"settings", "readWorkshop">["stock"];
/** A profile, and what was said of it; undefined: it has the usual bars and kerf. */
export type StockRow = { readonly profile: Profile; readonly said: Stock[number] | undefined };

type WorkshopStockDialogProps = { rows: readonly StockRow[]; onClose: () => void };

/** All profiles at once, as they are saved. */
export default function WorkshopStockDialog({ rows, onClose }: WorkshopStockDialogProps) {
  const form = useForm({
    resolver: zodResolver(typedStock),
    defaultValues: { rows: rows.map(({ said }) => ({ stockMm: said?.stockMm.toString() ?? "", kerfMm: said?.kerfMm.toString() ?? "" })) },
  });
  const save = useCall("settings", "saveWorkshop", { success: "Workshop settings saved", failure: FAILED, onSuccess: onClose });
  const send = (typed: z.output<typeof typedStock>) => {
    const all = typed.rows.map((row, index) => ({ profile: rows[index]?.profile ?? "", ...row }));
    const said = all.filter((row) => row.stockMm !== null || row.kerfMm !== null);
    const stock = said.map((row) => ({ ...row, stockMm: row.stockMm ?? USUAL_STOCK.stockMm, kerfMm: row.kerfMm ?? USUAL_STOCK.kerfMm }));
    save.mutate({ body: { stock } });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Bars and saw"
      description={`What is left empty is the usual: bars of ${usual.stockMm} mm, and a kerf of ${usual.kerfMm} mm.`}
      form={form}
      onSubmit={send}
      submitLabel="Save"
      pending={save.isPending}
      error={save.error && failureSentence(save.error, FAILED)}
      bodyClassName="grid grid-cols-3 items-start gap-x-3 gap-y-2"
    >
      {["Profile", "Bar length", "Saw's kerf"].map((head) => (
        <span key={head} aria-hidden className="text-xs text-muted">
          {head}
        </span>
      ))}
      {rows.map(({ profile }, index) => (
        <Fragment key={profile}>
          <span className="flex min-h-control items-center text-sm">{profileName(profile)}</span>
          <AmountField
            control={form.control}
            name={`rows.${index}.stockMm`}
            label={`${profileName(profile)}: bar length`}
            hideLabel
            suffix="mm"
            placeholder={usual.stockMm}
          />
          <AmountField
            control={form.control}
            name={`rows.${index}.kerfMm`}
            label={`${profileName(profile)}: saw's kerf`}
            hideLabel
            suffix="mm"
            placeholder={usual.kerfMm}
          />
        </Fragment>
      ))}
    </FormDialog>
  );
}
