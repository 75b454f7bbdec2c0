import { zodResolver } from "@hookform/resolvers/zod";
import { Fragment } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { AmountField, optionalMillimetres, orElse, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { parseNumber, SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import type { Reply } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { louvrePitch } from "#shared/domain/window/geometry/shutter-construction.ts";
import { isLouvre, type Profile } from "#shared/domain/window/saw/profiles.ts";
import { isRail, LAP_LABEL, LAPS, type Lap, TRACK_DEPTH_MM, usualSection } from "#shared/domain/window/saw/sections.ts";
import { profileName } from "#shared/domain/window/saw/workshop-stock.ts";
import { type SavedTable, useTableSaving } from "./table-problems.tsx";

const { lap, sections, trackDepthMm } = api.settings.saveWorkshop.body.shape;
const { widthMm, thicknessMm, heightsMm } = sections.unwrap().element.shape;

/** Heights separated by commas. A blank field has the profile ripped from the blank. */
const heights = typedTextSchema(heightsMm, (typed) => {
  const plain = typed
    .replaceAll(/mm/gi, "")
    .split(",")
    .filter((part) => part.trim() !== "");
  return plain.length === 0 ? undefined : plain.map(parseNumber);
});
const typedSections = z.object({
  rows: z.array(
    z.object({
      widthMm: optionalMillimetres(widthMm.nullable()),
      thicknessMm: optionalMillimetres(thicknessMm.nullable()),
      heightsMm: heights,
    }),
  ),
  lap: lap.unwrap(),
  trackDepthMm: orElse(trackDepthMm.unwrap(), TRACK_DEPTH_MM.usual),
});

const FAILED = "Failed to save the sections";

/** A larger change of a section's width is more often a slip than a new moulding. */
const MOST_CHANGED_MM = 20;

/** `Stiles: 120 mm is 69 mm wider than now.`, if the width is far from the present one. */
function farFrom({ profile, own }: SectionRow, typedMm: number | null): string[] {
  const usual = usualSection(profile).widthMm;
  const [width, now] = [typedMm ?? usual, own?.widthMm ?? usual];
  const change = Math.abs(width - now);
  if (change <= MOST_CHANGED_MM) return [];
  return [`${profileName(profile)}: ${mm(width)} mm is ${mm(change)} mm ${width > now ? "wider" : "narrower"} than now.`];
}

/** A larger change of a louvre's thickness is more often a slip than another blade. */
const MOST_THICKER_MM = 5;

/** Asks about blades narrower than their pitch, and about a thickness far from the present one. */
function louvreQuestions({ profile, own }: SectionRow, { widthMm, thicknessMm }: TypedSection): string[] {
  if (!isLouvre(profile)) return [];
  const usual = usualSection(profile);
  const [width, thickness, now] = [widthMm ?? usual.widthMm, thicknessMm ?? usual.thicknessMm, own?.thicknessMm ?? usual.thicknessMm];
  const pitch = louvrePitch(usual.widthMm) / 10;
  const change = Math.abs(thickness - now);
  const name = profileName(profile);
  return [
    ...(width < pitch && width !== own?.widthMm
      ? [`${name}: ${mm(width)} mm is narrower than their pitch of ${mm(pitch)} mm, so closed blades gap.`]
      : []),
    ...(change > MOST_THICKER_MM
      ? [`${name}: ${mm(thickness)} mm is ${mm(change)} mm ${thickness > now ? "thicker" : "thinner"} than now.`]
      : []),
  ];
}
type TypedSection = { readonly widthMm: number | null; readonly thicknessMm: number | null };

const mm = (width: number): string => inMillimetres(Math.round(width * 10));

export type SaidSection = Reply<"settings", "readWorkshop">["sections"][number];
/** A profile and the section that the workshop set; undefined means the default section. */
export type SectionRow = { readonly profile: Profile; readonly own: SaidSection | undefined };

type SectionsDialogProps = {
  rows: readonly SectionRow[];
  lap: Lap;
  trackDepthMm: number;
  onClose: () => void;
  onSaved: (saved: SavedTable) => void;
};

/** The sections of all profiles, saved together, and the lap of two panels that meet. */
export default function SectionsDialog({ rows, lap, trackDepthMm: depth, onClose, onSaved }: SectionsDialogProps) {
  const form = useForm({
    resolver: zodResolver(typedSections),
    defaultValues: {
      rows: rows.map(({ own }) => ({
        widthMm: own?.widthMm.toString() ?? "",
        thicknessMm: own?.thicknessMm.toString() ?? "",
        heightsMm: own?.heightsMm?.join(", ") ?? "",
      })),
      lap,
      trackDepthMm: depth.toString(),
    },
  });
  const tableOf = (typed: z.output<typeof typedSections>) => {
    const sections = typed.rows.flatMap(({ widthMm, thicknessMm, heightsMm }, index): SaidSection[] => {
      const profile = rows[index]?.profile;
      if (!profile || (widthMm === null && thicknessMm === null && heightsMm === undefined)) return [];
      const usual = usualSection(profile);
      const section = { profile, widthMm: widthMm ?? usual.widthMm, thicknessMm: thicknessMm ?? usual.thicknessMm };
      return [heightsMm ? { ...section, heightsMm } : section];
    });
    const jumps = typed.rows.flatMap((row, index) =>
      rows[index] ? [...farFrom(rows[index], row.widthMm), ...louvreQuestions(rows[index], row)] : [],
    );
    return { table: { sections, lap: typed.lap, trackDepthMm: typed.trackDepthMm }, jumps };
  };
  const { data } = typedSections.safeParse(useWatch({ control: form.control }));
  const saving = useTableSaving({ failure: FAILED, typed: data ? tableOf(data) : null, onSaved });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Sections"
      description="The section that you cut each part from: its visible width and its depth. An empty field uses the usual section."
      form={form}
      onSubmit={(typed) => saving.send(tableOf(typed))}
      {...saving.dialog}
      bodyClassName="grid grid-cols-3 items-start gap-x-3 gap-y-2"
    >
      {["Profile", "Width", "Thickness"].map((head) => (
        <span key={head} aria-hidden className="text-xs text-muted">
          {head}
        </span>
      ))}
      {rows.map(({ profile }, index) => {
        const name = profileName(profile);
        const usual = usualSection(profile);
        return (
          <Fragment key={profile}>
            <span className="flex min-h-control items-center text-sm">{name}</span>
            <AmountField
              control={form.control}
              name={`rows.${index}.widthMm`}
              label={`${name}: width`}
              hideLabel
              suffix="mm"
              placeholder={usual.widthMm.toString()}
            />
            <AmountField
              control={form.control}
              name={`rows.${index}.thicknessMm`}
              label={`${name}: thickness`}
              hideLabel
              suffix="mm"
              placeholder={usual.thicknessMm.toString()}
            />
            {isRail(profile) && (
              <div className="col-span-3">
                <TextField
                  control={form.control}
                  name={`rows.${index}.heightsMm`}
                  label={`${name}: heights that you buy`}
                  optional
                  hint="In mm, separated by commas. If empty, rails are ripped from the width above."
                />
              </div>
            )}
          </Fragment>
        );
      })}
      <div className="col-span-3">
        <SelectField
          control={form.control}
          name="lap"
          label="Where two panels meet"
          options={LAPS.map((value) => ({ value, label: LAP_LABEL[value] }))}
        />
      </div>
      <div className="col-span-3">
        <AmountField
          control={form.control}
          name="trackDepthMm"
          label="Depth of a bypass track"
          suffix="mm"
          placeholder={TRACK_DEPTH_MM.usual.toString()}
        />
      </div>
    </FormDialog>
  );
}
