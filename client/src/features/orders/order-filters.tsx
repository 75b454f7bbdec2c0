import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { CompanyBox } from "#client/components/form/company-box.tsx";
import { DateField } from "#client/components/form/date-field.tsx";
import { ChoiceFilter } from "#client/components/page/filters.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { type Address, day, number, numberOrNought, oneOf, severalOf } from "#client/lib/address.ts";
import { type Input, query } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { isStaff, type Role } from "#shared/domain/roles.ts";
import { ORDER_STATUS_LABEL, ORDER_STATUSES } from "#shared/domain/trade/status.ts";

/**
 * The filters in the address:
 * `/orders?company=4&supplierId=0&status=pending,processing&orderedFrom=2026-11-01&…`
 */
export const FILTERS = {
  status: severalOf(ORDER_STATUSES),
  invoiced: oneOf(["true", "false"]),
  company: number,
  supplierId: numberOrNought,
  orderedFrom: day,
  orderedTo: day,
  shippingFrom: day,
  shippingTo: day,
  arrivalFrom: day,
  arrivalTo: day,
};
type Filters = Address<typeof FILTERS>;
export const NO_FILTERS: Filters = {
  status: "",
  invoiced: "",
  company: null,
  supplierId: null,
  orderedFrom: null,
  orderedTo: null,
  shippingFrom: null,
  shippingTo: null,
  arrivalFrom: null,
  arrivalTo: null,
};

const DAYS = { ordered: "Ordered", shipping: "Shipping", arrival: "Arrival" } as const;
type DaysOf = keyof typeof DAYS;
const KINDS_OF_DAYS = Object.keys(DAYS) as DaysOf[];
const NOBODY = "0";

const between = (filters: Filters, kind: DaysOf) => ({ from: filters[`${kind}From`], to: filters[`${kind}To`] });

/** True if a period ends before it begins; the list is then not requested. */
export const isBackwards = (filters: Filters): boolean =>
  KINDS_OF_DAYS.some((kind) => {
    const { from, to } = between(filters, kind);
    return from !== null && to !== null && from > to;
  });

/** The query of the list, its sums and its export. Client and supplier are filters for staff. */
export function toOrderQuery(filters: Filters, role: Role): NonNullable<Input<"orders", "list">["query"]> {
  const { status, invoiced, company, supplierId } = filters;
  const days = KINDS_OF_DAYS.flatMap((kind) => {
    const { from, to } = between(filters, kind);
    return [...(from === null ? [] : [[`${kind}From`, from]]), ...(to === null ? [] : [[`${kind}To`, to]])];
  });
  return {
    ...(status && { status: status.split(",") as never }),
    ...(invoiced && { invoiced }),
    ...(isStaff(role) && company !== null && { company: String(company) }),
    ...(isStaff(role) && supplierId !== null && { supplierId: String(supplierId) }),
    ...Object.fromEntries(days),
  };
}

type OrderFiltersProps = {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
  role: Role;
  /** The company's name from the rows, because the address contains only its id. */
  companyName: string | undefined;
};

/**
 * The filters behind a button: client, supplier, and the days of ordering, shipping and arrival
 * (rule O10). Each chosen filter is a chip.
 */
export function OrderFilters({ filters, change, role, companyName }: OrderFiltersProps) {
  const [open, setOpen] = useState(false);
  const suppliers = useSuppliers(isStaff(role));
  const chosen = chosenIn(filters, { companyName, suppliers });
  return (
    <>
      <Button icon={<SlidersHorizontal />} aria-expanded={open} onClick={() => setOpen(!open)}>
        Filter{chosen.length > 0 && ` (${chosen.length})`}
      </Button>
      {open && (
        <div className="flex min-w-0 basis-full flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border p-4">
          {isStaff(role) && (
            <>
              <Field label="Client" className="relative w-64 max-w-full">
                {(wiring) => (
                  <CompanyBox
                    {...wiring}
                    key={filters.company ?? "none"}
                    company={
                      filters.company === null ? null : { id: filters.company, companyName: companyName ?? `Client ${filters.company}` }
                    }
                    onChoose={(company) => change({ company: company?.id ?? null })}
                    listClass="inset-x-0 mt-1"
                  />
                )}
              </Field>
              <ChoiceFilter
                label="Made by"
                all="All suppliers"
                choices={[...suppliers.keys()]}
                words={Object.fromEntries(suppliers)}
                value={filters.supplierId === null ? "" : String(filters.supplierId)}
                onChange={(id) => change({ supplierId: id === "" ? null : Number(id) })}
              />
            </>
          )}
          {KINDS_OF_DAYS.map((kind) => (
            <fieldset key={kind} className="flex min-w-0 items-end gap-2">
              <legend className="sr-only">{DAYS[kind]}</legend>
              <Field label={`${DAYS[kind]} from`} className="w-40">
                {(wiring) => (
                  <DateField {...wiring} value={filters[`${kind}From`]} onChange={(from) => change({ [`${kind}From`]: from })} />
                )}
              </Field>
              <Field label="to" className="w-40">
                {(wiring) => (
                  <DateField
                    {...wiring}
                    aria-label={`${DAYS[kind]} to`}
                    value={filters[`${kind}To`]}
                    onChange={(to) => change({ [`${kind}To`]: to })}
                  />
                )}
              </Field>
            </fieldset>
          ))}
        </div>
      )}
      {chosen.length > 0 && (
        <ul aria-label="Chosen filters" className="flex basis-full flex-wrap gap-2">
          {chosen.map(({ words, without }) => (
            <li key={words}>
              <Button size="sm" icon={<X />} aria-label={`Remove the filter ${words}`} onClick={() => change(without)}>
                {words}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * The names of the suppliers by the id in the address. Id `0` selects orders without a supplier.
 */
function useSuppliers(isAsked: boolean): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({ ...query("workshop", "suppliers", { query: { limit: "200" } }), enabled: isAsked });
  return new Map([[NOBODY, "Nobody"], ...data.map(({ id, companyName }) => [String(id), companyName] as const)]);
}

interface Known {
  readonly companyName: string | undefined;
  readonly suppliers: ReadonlyMap<string, string>;
}

/** Each chosen filter in words, with the change that removes it. */
function chosenIn(filters: Filters, { companyName, suppliers }: Known): { readonly words: string; readonly without: Partial<Filters> }[] {
  const { status, invoiced, company, supplierId } = filters;
  const statuses = status.split(",").map((one) => ORDER_STATUS_LABEL[one as keyof typeof ORDER_STATUS_LABEL]);
  return [
    ...(status ? [{ words: statuses.join(", "), without: { status: "" } }] : []),
    ...(invoiced ? [{ words: invoiced === "true" ? "Invoiced" : "Not invoiced yet", without: { invoiced: "" as const } }] : []),
    ...(company === null ? [] : [{ words: companyName ?? `Client ${company}`, without: { company: null } }]),
    ...(supplierId === null
      ? []
      : [
          {
            words: `Made by ${suppliers.get(String(supplierId))?.replace("Nobody", "nobody") ?? "one supplier"}`,
            without: { supplierId: null },
          },
        ]),
    ...KINDS_OF_DAYS.flatMap((kind) => {
      const { from, to } = between(filters, kind);
      if (from === null && to === null) return [];
      const words = [from && `from ${formatListed(from)}`, to && `to ${formatListed(to)}`].filter(Boolean).join(" ");
      return [{ words: `${DAYS[kind]} ${words}`, without: { [`${kind}From`]: null, [`${kind}To`]: null } }];
    }),
  ];
}
