import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { parseNumber, SelectField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import type { SelectOption } from "#client/components/ui/control/choices.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { calls, query, type Reply, useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { can, useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { colourOfBars } from "#shared/domain/window/saw/bars.ts";
import type { Profile } from "#shared/domain/window/saw/profiles.ts";
import { isTimber, type OwnSection, sectionOf } from "#shared/domain/window/saw/sections.ts";
import { louvresAmong, profileName, profilesWith } from "#shared/domain/window/saw/workshop-stock.ts";
import { mm } from "../plans/plan-parts.ts";

type Offcut = Reply<"workshop", "offcuts">[number];
type ShutterType = Reply<"products", "list">[number];

const { lengthMm } = api.workshop.addOffcut.body.shape;
const chosen = (sentence: string) => z.string().min(1, sentence);
/** Height and colour are "" if the section or the material has none. */
const typedOffcut = z.object({
  section: chosen("Please choose the section"),
  height: z.string(),
  material: chosen("Please choose the material"),
  color: z.string(),
  lengthMm: typedTextSchema(lengthMm, (typed) => parseNumber(typed.replace(/mm\s*$/i, ""))),
});
/** The choices of the last offcut, which usually apply to the next one too. */
export type PutOffcut = Pick<z.input<typeof typedOffcut>, "section" | "height" | "material" | "color">;
const NOTHING: PutOffcut = { section: "", height: "", material: "", color: "" };

const FAILED = "Failed to put the offcut in stock";

type OffcutAddDialogProps = {
  inStock: readonly Offcut[];
  last: PutOffcut | undefined;
  onPut: (put: PutOffcut) => void;
  onClose: () => void;
};

/** The sections of one's own workshop. A person without a workshop has the default sections. */
function useOwnSections(): readonly OwnSection[] {
  const mayRead = can(useUser(), calls.settings.readWorkshop);
  const settings = useQuery({ ...query("settings", "readWorkshop", {}), enabled: mayRead });
  return settings.data?.sections ?? [];
}

/**
 * Section, material and colour are selects, because a plan uses an offcut only if they match
 * exactly.
 */
export default function OffcutAddDialog({ inStock, last = NOTHING, onPut, onClose }: OffcutAddDialogProps) {
  const sections = useOwnSections();
  const types = useQuery(query("products", "list", { query: { limit: "200" } }));
  const form = useForm({ resolver: zodResolver(typedOffcut), defaultValues: { ...last, lengthMm: "" } });
  const { control, setValue } = form;
  const section = useWatch({ control, name: "section" });
  const material = useWatch({ control, name: "material" });
  const keyFor = useIdempotencyKey();
  const put = useCall("workshop", "addOffcut", {
    success: ({ lengthMm: long }) => `${mm(long)} mm put in stock`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const heights = heightsOf(section, sections);
  const colours = coloursOf(material, types.data ?? [], inStock);
  const send = ({ height, color, lengthMm: long, ...facts }: z.output<typeof typedOffcut>) => {
    const heightMm = heights.length > 0 ? Number(height) : null;
    const body = { ...facts, heightMm, color: colours.length > 0 ? color : null, lengthMm: long };
    onPut({ ...facts, height, color });
    put.mutate({ body, idempotencyKey: keyFor(body) });
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Put an offcut in stock"
      form={form}
      onSubmit={send}
      submitLabel="Put in stock"
      pending={put.isPending}
      error={put.error && failureSentence(put.error, FAILED)}
    >
      {types.isError && (
        <Alert tone="warning">The materials could not be loaded: only those of offcuts are listed. Close this and try again.</Alert>
      )}
      <SelectField
        control={control}
        name="section"
        label="Section"
        prompt="Choose the section"
        options={profilesOf(types.data ?? [], inStock).map((profile) => ({ value: profile, label: profileName(profile) }))}
        onChosen={(profile) => setValue("height", String(heightsOf(profile, sections)[0] ?? ""))}
      />
      {heights.length > 0 && (
        <SelectField
          control={control}
          name="height"
          label="Height"
          options={heights.map((height) => ({ value: String(height), label: `${mm(height)} mm` }))}
        />
      )}
      <SelectField
        control={control}
        name="material"
        label="Material"
        prompt={types.isPending ? "Loading" : "Choose the material"}
        options={optionsOf([...(types.data ?? []).map(({ name }) => name), ...inStock.map((offcut) => offcut.material)])}
        onChosen={(name) => setValue("color", coloursOf(name, types.data ?? [], inStock)[0] ?? "")}
      />
      {colours.length > 0 && <SelectField control={control} name="color" label="Colour" options={colours.map(asOption)} />}
      {material !== "" && colours.length === 0 && <p className="text-sm text-muted">It is {colourOfBars(null)}, and has no colour yet.</p>}
      <AmountField control={control} name="lengthMm" label="Length" suffix="mm" />
    </FormDialog>
  );
}

const asOption = (value: string): SelectOption => ({ value, label: value });
const optionsOf = (names: readonly string[]): SelectOption[] =>
  [...new Set(names)].toSorted((one, other) => one.localeCompare(other)).map(asOption);

/** Louvres of every size on sale or in stock, and all other profiles. */
const profilesOf = (types: readonly ShutterType[], inStock: readonly Offcut[]): Profile[] =>
  profilesWith([
    ...types.flatMap(({ standardLouverSizes }) => standardLouverSizes),
    ...louvresAmong(inStock.map(({ section }) => section as Profile)),
  ]).filter(isTimber);

/** The heights in which the workshop buys a rail; empty if it rips the rail from a blank. */
function heightsOf(profile: string, sections: readonly OwnSection[]): number[] {
  const section = sections.find((row) => row.profile === profile);
  if (!section?.heightsMm?.length) return [];
  const blank = sectionOf(profile as Profile, [{ ...section, heightsMm: [] }], null).widthMm;
  return [...new Set([...section.heightsMm, blank])].toSorted((one, other) => one - other);
}

/**
 * The type's colours; empty for a type that is painted later. A material no longer on sale has the
 * colours in stock.
 */
function coloursOf(material: string, types: readonly ShutterType[], inStock: readonly Offcut[]): string[] {
  const type = types.find(({ name }) => name === material);
  if (type) return type.finish === "painted" ? [] : [...type.colorOptions];
  return [...new Set(inStock.flatMap((offcut) => (offcut.material === material ? (offcut.color ?? []) : [])))];
}
