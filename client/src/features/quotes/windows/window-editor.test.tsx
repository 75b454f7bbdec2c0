import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fillWindow, openQuoteForm, set } from "../testing-quote-form.tsx";

describe("in the form", () => {
  test("the drawing follows the typed measures once both are complete", async () => {
    const { user, form } = await openQuoteForm();
    form.getByText("Enter width and height for the drawing");
    set(form, "Width", "1200");
    expect(form.queryByRole("img")).toBeNull();
    await user.type(form.getByLabelText("Height"), "1350");
    form.getByRole("img", { name: /^Shutter 1,200 mm wide and 1,350 mm high.*2 panels.*hinged on the left/ });
    await form.findByLabelText("Opening direction");
    set(form, "Opening direction", "bypass");
    set(form, "Width", "2400");
    form.getByRole("img", { name: /^Shutter 2,400 mm wide.*3 panels.*sliding past each other/ });
    set(form, "Width", "24x");
    expect(form.queryByRole("img")).toBeNull();
  });

  test("a measure warning waits for the end of typing, and disappears once it is fixed", async () => {
    const { user, form } = await openQuoteForm();
    set(form, "Width", "700");
    await user.type(form.getByLabelText("Height"), "21");
    expect(form.queryByRole("checkbox")).toBeNull();
    await user.type(form.getByLabelText("Height"), "00");
    expect(form.queryByRole("checkbox")).toBeNull();
    await user.tab();
    form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ });
    set(form, "Height", "1700");
    expect(form.queryByRole("checkbox")).toBeNull();
  });

  test("the list's mark remains for the current window after its measure lost the focus", async () => {
    const { user, form } = await openQuoteForm();
    set(form, "Width", "700");
    await user.click(form.getByLabelText("Height"));
    await user.paste("2100");
    const sign = () => form.queryByRole("button", { name: /^Window 1, has a measure to check/ });
    expect(sign()).toBeNull();
    await user.tab();
    expect(sign()).not.toBeNull();
    await user.click(form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ }));
    expect(sign()).toBeNull();
  });

  test("an unconfirmed check stops Create Quote with a list, which can confirm all at once", async () => {
    const { api, user, form, submit } = await openQuoteForm();
    fillWindow(form, { width: "3000", height: "2100" });
    await user.click(form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ }));
    await submit();
    const list = within(await screen.findByRole("alertdialog", { name: "Are these measures right?" }));
    expect(list.getAllByText(/^Window 1|3,000 mm|2,100 mm/).map((said) => said.textContent)).toEqual([
      "Window 1",
      expect.stringMatching(/^3,000 mm is wider than 2,500 mm/),
    ]);
    list.getByText("Also: A run of more than two panels without a track");
    expect(list.getAllByRole("button", { name: /^(Hang|Use|Set) / })).toHaveLength(1);
    await user.click(list.getByRole("button", { name: "Go back and check" }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Width")));
    expect(api.asked("quotes", "create")).toEqual([]);
    await submit();
    await user.click(await screen.findByRole("button", { name: "Create anyway" }));
    await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
    expect(api.asked("quotes", "create")[0]?.body?.items[0]?.overriddenChecks).toEqual([
      "needs-mid-rail",
      "needs-track-or-post",
      "run-needs-track",
    ]);
  });

  test("a unit error is fixed by its button for both measures, and Undo restores the typed text", async () => {
    const { user, form } = await openQuoteForm();
    fillWindow(form, { width: "600", height: "1000" });
    await user.click(form.getByRole("button", { name: "Add window" }));
    set(form, "Width", "61.5");
    await user.type(form.getByLabelText("Height"), "105");
    await user.tab();
    const [mend] = form.getAllByRole("button", { name: /^Use 615 × 1,050 mm/ });
    mend?.focus();
    await user.keyboard("{Enter}");
    const measures = () => ["Width", "Height"].map((label) => form.getByLabelText<HTMLInputElement>(label).value);
    expect(measures()).toEqual(["615", "1050"]);
    expect(document.activeElement).toBe(form.getByLabelText("Width"));
    expect(form.queryByRole("checkbox")).toBeNull();
    expect(form.getByText("Now 615 × 1,050 mm").closest("[aria-live=polite]")).not.toBeNull();
    await user.click(form.getByRole("button", { name: /^Undo/ }));
    expect(measures()).toEqual(["61.5", "105"]);
    // The measure now differs from the fixed one, so undo is no longer possible.
    await user.click(form.getAllByRole("button", { name: /^Use 615/ })[0] as HTMLElement);
    await user.type(form.getByLabelText("Width"), "0");
    expect(form.queryByRole("button", { name: /^Undo/ })).toBeNull();
  });

  test("a fix in centimetres is labelled in millimetres, and sets the fields to millimetres", async () => {
    const { user, form } = await openQuoteForm();
    fillWindow(form, { width: "600", height: "1000" });
    await user.click(form.getByRole("button", { name: "Add window" }));
    await user.click(form.getByRole("radio", { name: "cm" }));
    set(form, "Width", "615");
    set(form, "Height", "980");
    await user.click(form.getAllByRole("button", { name: /^Use 615 × 980 mm/ })[0] as HTMLElement);
    expect(form.getByRole<HTMLInputElement>("radio", { name: "mm" }).checked).toBe(true);
    expect(form.getByRole("button", { name: /^Window 2/ }).textContent).toContain("615 × 980 mm");
  });

  test("the usual arrangement is checked like its code, and one key hangs it another way", async () => {
    const { api, user, form, submit } = await openQuoteForm();
    fillWindow(form, { width: "2400", height: "1200" });
    const mend = await form.findByRole("button", { name: /^Hang as LLR/ });
    mend.focus();
    await user.keyboard(" ");
    const layout = await form.findByRole("radio", { name: "left, left, right" });
    expect(layout).toHaveProperty("checked", true);
    expect(document.activeElement).toBe(layout);
    form.getByText("Now hung as LLR");
    await submit();
    await waitFor(() => expect(api.asked("quotes", "create")[0]?.body.items[0]).toMatchObject({ layoutCode: "LLR" }));
  });

  test("the list before Create Quote fixes each check by its button, and sends nothing yet", async () => {
    const { api, user, form, submit } = await openQuoteForm();
    fillWindow(form, { width: "700", height: "2100" });
    await user.click(form.getByRole("button", { name: "Add window" }));
    set(form, "Width", "150");
    set(form, "Height", "900");
    await submit();
    const list = within(await screen.findByRole("alertdialog", { name: "Are these measures right?" }));
    const back = list.getByRole("button", { name: "Go back and check" });
    expect(back.getAttribute("data-look")).toBe("primary");
    expect(list.getByRole("button", { name: "Create anyway" }).getAttribute("data-look")).toBe("ghost");
    await waitFor(() => expect(document.activeElement).toBe(back));
    list.getByRole("button", { name: /^Set 1 mid rail/ }).focus();
    await user.keyboard("{Enter}");
    list.getByText("Now 1 mid rail");
    expect(document.activeElement?.textContent).toContain("Window 1");
    await user.click(list.getByRole("button", { name: /^Undo/ }));
    await user.click(list.getByRole("button", { name: /^Set 1 mid rail/ }));
    await user.click(list.getByRole("button", { name: "Go back and check" }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Width")));
    form.getByRole("region", { name: "Window 2 of 2" });
    set(form, "Width", "700");
    expect(api.asked("quotes", "create")).toEqual([]);
    await submit();
    await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
    expect(api.asked("quotes", "create")[0]?.body.items.map(({ numberOfMidRails }) => numberOfMidRails)).toEqual([1, 0]);
  });

  test("the list displays the total and continues once all of its checks are fixed", async () => {
    const { api, user, form, submit } = await openQuoteForm();
    fillWindow(form, { width: "700", height: "2100" });
    await submit();
    const list = within(await screen.findByRole("alertdialog", { name: "Are these measures right?" }));
    await user.click(list.getByRole("button", { name: /^Set 1 mid rail/ }));
    list.getByText("Total £265.49");
    expect(list.queryByRole("button", { name: "Create anyway" })).toBeNull();
    await user.click(list.getByRole("button", { name: "Create Quote" }));
    await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
    expect(api.asked("quotes", "create")[0]?.body.items[0]).toMatchObject({ numberOfMidRails: 1 });
    expect(api.asked("quotes", "create")[0]?.body.items[0]).not.toHaveProperty("overriddenChecks");
  });
});
