import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { query, type Reply } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { OPTIONS, optionInWords, optionsIn, USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { isEmpty, isOrderable, type Products, pickTypeChoices, type WindowValues } from "./quote-values.ts";
import type { QuoteForm } from "./use-quote-form.ts";

export type Template = Reply<"templates", "list">[number];
type Choices = Template["window"];

/**
 * Only the fitter's own company sees its templates, neither our staff nor a super admin in View As.
 */
export const useHasTemplates = (): boolean => {
  const { role, isImpersonating } = useUser();
  return role === "customer" && isImpersonating !== true;
};

export const useTemplates = (isWanted = true) => useQuery({ ...query("templates", "list", {}), enabled: useHasTemplates() && isWanted });

/** A template's content: all choices of a window except name, sizes and quantity (rule Q20). */
export const pickChoices = (window: WindowValues): Choices => ({
  ...(window.shutterTypeId !== null && { shutterTypeId: window.shutterTypeId }),
  ...(window.louverSize !== null && { louverSize: window.louverSize }),
  ...(window.colorSelection !== "" && { colorSelection: window.colorSelection }),
  ...optionsIn(window),
  ...(window.layoutCode && { layoutCode: window.layoutCode }),
});

/**
 * Applies a template to a window. A type, louvre size or colour that is no longer sold does not
 * change the window.
 */
export function applyTemplate({ layoutCode, ...choices }: Choices, window: WindowValues, products: Products): Partial<WindowValues> {
  const { shutterTypeId, louverSize, colorSelection, ...options } = choices;
  const color = colorSelection ?? "";
  const wanted = products.get(shutterTypeId ?? 0);
  const product = wanted && isOrderable(wanted) ? wanted : products.get(window.shutterTypeId ?? 0);
  const isSold = { size: product?.standardLouverSizes.includes(louverSize ?? 0), color: product?.colorOptions.includes(color) };
  const typeChoices = pickTypeChoices(product, {
    louverSize: isSold.size ? (louverSize ?? null) : window.louverSize,
    colorSelection: isSold.color ? color : window.colorSelection,
  });
  return {
    ...(product && { shutterTypeId: product.id, ...typeChoices }),
    ...(options as Partial<WindowValues>),
    layoutCode: layoutCode ?? null,
    // The positions of posts and rails depend on the size.
    tPostsMm: null,
    midRailHeightsMm: null,
    tiltSplitMm: null,
  };
}

/** Formats `Basswood · 64 mm · White · 1 mid rail`. */
export const templateInWords = ({ window }: Template, products: Products): string =>
  [
    products.get(window.shutterTypeId ?? 0)?.name,
    window.louverSize && `${window.louverSize} mm`,
    window.colorSelection,
    window.layoutCode,
    ...OPTIONS.filter((name) => window[name] !== undefined && !(window.layoutCode && name === "openingDirection")).map((name) =>
      optionInWords(name, { ...USUAL_OPTIONS, ...window } as WindowValues),
    ),
  ]
    .filter(Boolean)
    .join(" · ");

/** Fills a new quote's untouched first window with the company's default template. */
export function useDefaultTemplate({ form, products, rows }: QuoteForm, isNew: boolean): void {
  const templates = useTemplates(isNew);
  const start = templates.data?.find(({ isDefault }) => isDefault);
  const isReady = isNew && products.size > 0 && start !== undefined;
  const begun = useRef(false);
  useEffect(() => {
    const [first] = form.getValues("windows");
    if (begun.current || !isReady || !first) return;
    begun.current = true;
    if (form.formState.isDirty || rows.length > 1 || !isEmpty(first)) return;
    form.reset({ ...form.getValues(), windows: [{ ...first, ...applyTemplate(start.window, first, products) }] });
  });
}
