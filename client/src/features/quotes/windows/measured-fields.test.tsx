import { waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fillWindow, openQuoteForm, set } from "../testing-quote-form.tsx";

type Opened = Awaited<ReturnType<typeof openQuoteForm>>;
const THREE = "Measure at three places";
const sides = ({ form }: Opened) =>
  ["Width", "Height"].map((label) => {
    const { value, readOnly } = form.getByLabelText<HTMLInputElement>(label);
    return [value, readOnly];
  });
const places = ({ form }: Opened, side: "Width" | "Height") =>
  within(form.getByRole("group", { name: `${side} in mm` })).getAllByRole<HTMLInputElement>("textbox");
const sent = ({ api }: Opened) => api.asked("quotes", "create").at(-1)?.body?.items;

/** Types the six measures, from the top and from the left. */
async function measure(opened: Opened, widths: string[], heights: string[]) {
  for (const [side, figures] of [["Width", widths] as const, ["Height", heights] as const])
    for (const [place, figure] of figures.entries()) {
      const field = places(opened, side)[place] as HTMLInputElement;
      await opened.user.clear(field);
      if (figure) await opened.user.type(field, figure);
    }
}

async function openMeasured() {
  const opened = await openQuoteForm();
  fillWindow(opened.form);
  await opened.user.click(opened.form.getByRole("button", { name: THREE }));
  return opened;
}

describe("a window that is measured at three places each way", () => {
  test("a window measured at three places uses the smallest inside, the largest outside", async () => {
    const opened = await openMeasured();
    const { form, submit } = opened;
    expect(sides(opened)).toEqual([
      ["", true],
      ["", true],
    ]);
    await measure(opened, ["1203", "1200", "1209"], ["1350", "1352", "1351"]);
    expect(sides(opened).map(([text]) => text)).toEqual(["1200", "1350"]);
    expect(form.getAllByText("The smallest of three")).toHaveLength(2);
    set(form, "Mount", "outside");
    expect(sides(opened).map(([text]) => text)).toEqual(["1209", "1352"]);
    expect(form.getAllByText("The largest of three")).toHaveLength(2);
    await submit();
    await waitFor(() =>
      expect(sent(opened)).toMatchObject([
        { widthM: 1.209, heightM: 1.352, measuredMm: { widths: [1203, 1200, 1209], heights: [1350, 1352, 1351] } },
      ]),
    );
  });

  test("a window out of true by more than 6 mm has a warning during typing, and can be sent", async () => {
    const opened = await openMeasured();
    await measure(opened, ["1200", "1206", "1203"], ["1350", "1350", "1350"]);
    expect(opened.form.queryByText(/mm apart/)).toBeNull();
    await measure(opened, ["1200", "1207", "1203"], ["1350", "1350", "1341"]);
    opened.form.getByText("The widths are 7 mm apart");
    opened.form.getByText("The heights are 9 mm apart");
    await opened.submit();
    await waitFor(() => expect(sent(opened)).toHaveLength(1));
  });

  test("a window that lacks one of six measures is not sent, and the form names its side", async () => {
    const opened = await openMeasured();
    await measure(opened, ["1200", "1203", ""], ["1350", "1350", "1350"]);
    await opened.submit();
    opened.form.getByText("Measure the width at all 3 places");
    expect(sent(opened)).toBeUndefined();
    // A dropped point would make 1,204 of 120.4.
    await opened.user.type(places(opened, "Width")[2] as HTMLInputElement, "120.4");
    await opened.user.tab();
    opened.form.getByText("Whole mm only");
    await opened.user.type(places(opened, "Width")[2] as HTMLInputElement, "cm");
    await opened.user.tab();
    expect(places(opened, "Width")[2]?.value).toBe("1204");
    expect(opened.form.queryByText("Whole mm only")).toBeNull();
    expect(opened.form.queryByText("Measure the width at all 3 places")).toBeNull();
  });

  test("Enter moves through the measuring places, across and then down", async () => {
    const opened = await openMeasured();
    const all = [...places(opened, "Width"), ...places(opened, "Height")];
    for (const [place, field] of all.entries()) {
      expect([place, document.activeElement === field || place === 0]).toEqual([place, true]);
      await opened.user.type(field, "900{Enter}");
    }
    expect(document.activeElement).toBe(opened.form.getByDisplayValue("Window 2"));
  });

  test("closing the six places preserves the calculated sides, or restores the typed ones", async () => {
    const opened = await openMeasured();
    await measure(opened, ["1203", "1200", "1209"], ["1350", "", ""]);
    await opened.user.click(opened.form.getByRole("button", { name: "Measure once each way" }));
    expect(sides(opened)).toEqual([
      ["1200", false],
      ["900", false],
    ]);
    await opened.submit();
    await waitFor(() => expect(sent(opened)).toMatchObject([{ widthM: 1.2, heightM: 0.9, measuredMm: null }]));
  });

  test("a measured window that becomes a bay loses the six: the facets give its width", async () => {
    const opened = await openMeasured();
    await measure(opened, ["2400", "2400", "2400"], ["1350", "1350", "1350"]);
    await opened.user.click(opened.form.getByRole("button", { name: "More about how it is made" }));
    await opened.user.type(opened.form.getByLabelText("Layout code"), "LBLRBR");
    expect(opened.form.queryByRole("group", { name: "Width in mm" })).toBeNull();
    expect(opened.form.queryByRole("button", { name: THREE })).toBeNull();
    await opened.user.type(opened.form.getByLabelText(/^Facets/), "700, 1000, 700");
    await opened.submit();
    await waitFor(() => expect(sent(opened)).toMatchObject([{ widthM: 2.4, measuredMm: null }]));
  });

  test("a window counts as touched with one of the six measures, also as the last one", async () => {
    const opened = await openMeasured();
    await measure(opened, ["1200", "1200", "1200"], ["1350", "1350", "1350"]);
    await opened.user.click(opened.form.getByRole("button", { name: "Add window" }));
    await opened.user.click(opened.form.getByRole("button", { name: THREE }));
    await opened.user.type(places(opened, "Width")[0] as HTMLInputElement, "900");
    await opened.submit();
    expect(sent(opened)).toBeUndefined();
  });
});

describe("on a phone", () => {
  beforeEach(() => {
    const phone = (query: string) => ({ matches: /width|coarse/.test(query), addEventListener: vi.fn(), removeEventListener: vi.fn() });
    vi.stubGlobal("matchMedia", phone);
  });

  test("the survey's keypad types the six places one after the other", async () => {
    const opened = await openMeasured();
    const { user, form } = opened;
    await user.click(places(opened, "Width")[0] as HTMLInputElement);
    const keys = within(form.getByRole("group", { name: "Keys for the measure" }));
    for (const figure of ["1203", "1200", "1209", "900", "901", "902"]) {
      for (const digit of figure) await user.click(keys.getByRole("button", { name: digit }));
      await user.click(keys.getByRole("button", { name: "Next field" }));
    }
    expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
    await user.click(form.getByRole("button", { name: "Back" }));
    expect(sides(opened).map(([text]) => text)).toEqual(["1200", "900"]);
  });
});
