import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fillWindow, openQuoteForm, set } from "../testing-quote-form.tsx";

describe("in the form", () => {
  test("the drawing follows what is typed, from both measures on", async () => {
    const { user, form } = await openQuoteForm();
    form.getByText("Width and height give the drawing");
    set(form, "Width", "1200");
    expect(form.queryByRole("img")).toBeNull();
    await user.type(form.getByLabelText("Height"), "1350");
    form.getByRole("img", { name: /^Shutter 1,200 mm wide and 1,350 mm high.*2 panels.*hinged on the left/ });
    set(form, "Opening direction", "bypass");
    set(form, "Width", "2400");
    form.getByRole("img", { name: /^Shutter 2,400 mm wide.*3 panels.*sliding past each other/ });
    set(form, "Width", "24x");
    expect(form.queryByRole("img")).toBeNull();
  });

  test("on the way to a measure nothing is asked; once it is left, what it means is; mended, it goes", async () => {
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

  test("its sign in the list stays while the window is the one on the screen, once its measure is left", async () => {
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

  test("what was asked and not answered stops Create Quote with its list, and can be kept all at once", async () => {
    const { api, user, form, submit } = await openQuoteForm();
    fillWindow(form, { width: "3000", height: "2100" });
    await user.click(form.getByRole("checkbox", { name: /Higher than 1,800 mm without a mid rail/ }));
    await submit();
    const list = within(await screen.findByRole("alertdialog", { name: "Are these measures right?" }));
    expect(list.getAllByText(/^Window 1|3,000 mm|2,100 mm/).map((said) => said.textContent)).toEqual([
      "Window 1",
      expect.stringMatching(/^3,000 mm is wider than 2,500 mm/),
    ]);
    await user.click(list.getByRole("button", { name: "Go back and check" }));
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Width")));
    expect(api.asked("quotes", "create")).toEqual([]);
    await submit();
    await user.click(await screen.findByRole("button", { name: "Create anyway" }));
    await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
    expect(api.asked("quotes", "create")[0]?.body?.items[0]?.overriddenChecks).toEqual(["needs-mid-rail", "needs-track-or-post"]);
  });
});
