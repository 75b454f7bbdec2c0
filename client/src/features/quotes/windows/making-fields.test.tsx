import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fillWindow, openQuoteForm, set } from "../testing-quote-form.tsx";

async function openWindow(width: string) {
  const opened = await openQuoteForm();
  fillWindow(opened.form, { width, height: "1350" });
  return { ...opened, layout: async (name: string | RegExp) => opened.form.findByRole("radio", { name }) };
}
const sent = ({ asked }: Awaited<ReturnType<typeof openQuoteForm>>["api"]) => asked("quotes", "create")[0]?.body?.items;

test("a pair from the centre is one press, is drawn, and is sent", async () => {
  const { api, user, form, submit, layout } = await openWindow("1200");
  await user.click(await layout("Pair: left, right"));
  form.getByRole("img", { name: /2 panels.*hinged on the left.*on the right|left.*right/ });
  await submit();
  await waitFor(() => expect(sent(api)?.[0]).toMatchObject({ layoutCode: "LR" }));
});

test("the usual layouts follow the width; the chosen one remains in the list", async () => {
  const { user, form, layout } = await openWindow("1800");
  await user.click(await layout("left, post, right"));
  set(form, "Width", "500");
  set(form, "Width", "300");
  expect(await layout("left, post, right")).toHaveProperty("checked", true);
  expect(form.queryByRole("radio", { name: "left, left, right" })).toBeNull();
  set(form, "Opening direction", "left-hinge");
  expect(form.queryByRole("radio", { name: "left, post, right" })).toBeNull();
});

test("opening direction and layout are one choice, in which the later one replaces the other", async () => {
  const { api, user, form, submit, layout } = await openWindow("1800");
  const chosen = () => [
    form.getByLabelText<HTMLSelectElement>("Opening direction").selectedOptions[0]?.textContent,
    ...form.queryAllByRole<HTMLInputElement>("radio", { checked: true }).map(({ value }) => value),
  ];
  await layout("Pair: left, right");
  set(form, "Opening direction", "bypass");
  expect(chosen()).toEqual(["Bypass", "mm"]);
  await user.click(await layout("left, post, right"));
  expect(chosen()).toEqual(["As drawn", "mm", "LTR"]);
  set(form, "Opening direction", "bi-fold");
  expect(chosen()).toEqual(["Bi-fold", "mm", "LTR"]);
  set(form, "Opening direction", "layout");
  expect(chosen()).toEqual(["As drawn", "mm", "LTR"]);
  set(form, "Opening direction", "right-hinge");
  expect(chosen()).toEqual(["Right hinge", "mm"]);
  await submit();
  await waitFor(() => expect(sent(api)?.[0]).toMatchObject({ openingDirection: "right-hinge", layoutCode: null }));
});

test("a post that leaves a panel too narrow is refused at its field in the server's sentence", async () => {
  const { api, user, form, submit, layout } = await openWindow("1800");
  await user.click(await layout("left, post, right"));
  await user.click(form.getByRole("button", { name: "More about how it is made" }));
  await user.type(form.getByLabelText("T-posts at"), "1 a00");
  await submit();
  expect(form.getByLabelText("T-posts at")).toHaveProperty("value", "1 00");
  form.getByText('Give 1 T-post positions for "Window 1"');
  await user.clear(form.getByLabelText("T-posts at"));
  await user.type(form.getByLabelText("T-posts at"), "100");
  form.getByText('T-post 1 of "Window 1" must lie between 234 and 1,566 mm');
  expect(sent(api)).toBeUndefined();
  await user.clear(form.getByLabelText("T-posts at"));
  await user.type(form.getByLabelText("T-posts at"), "820");
  await submit();
  await waitFor(() => expect(sent(api)?.[0]).toMatchObject({ layoutCode: "LTR", tPostsMm: [820] }));
});

test("another layout clears the posts measured for the last one; codes are typed in any case", async () => {
  const { api, user, form, submit, layout } = await openWindow("1800");
  await user.click(await layout("left, post, right"));
  await user.click(form.getByRole("button", { name: "More about how it is made" }));
  await user.type(form.getByLabelText("T-posts at"), "820");
  await user.clear(form.getByLabelText("Layout code"));
  await user.type(form.getByLabelText("Layout code"), "l-t lr");
  expect(form.getByLabelText("Layout code")).toHaveProperty("value", "LTLR");
  expect(form.getByLabelText("T-posts at")).toHaveProperty("value", "");
  await user.type(form.getByLabelText("Note for the maker"), "Sill is out of level");
  await submit();
  await waitFor(() => expect(sent(api)?.[0]).toMatchObject({ layoutCode: "LTLR", tPostsMm: null, note: "Sill is out of level" }));
});

test("a window wider than 700 mm is proposed as a pair, which one press sets", async () => {
  const { user, form } = await openWindow("900");
  await user.click(await form.findByRole("button", { name: "Use LR" }));
  expect(form.getByRole("radio", { name: "Pair: left, right" })).toHaveProperty("checked", true);
  expect(form.queryByRole("button", { name: "Use LR" })).toBeNull();
});

test("a bay is as wide as its facets in the window's unit; a missing one has an error there", async () => {
  const { api, user, form, submit, layout } = await openWindow("1800");
  await user.click(await layout("Bay: left, bay post, left, right, bay post, right"));
  await form.findByLabelText("Facets");
  expect(form.queryByText('Give 3 facet widths for "Window 1"')).toBeNull();
  await submit();
  form.getByText('Give 3 facet widths for "Window 1"');
  expect(sent(api)).toBeUndefined();
  expect(form.getByLabelText("Width")).toHaveProperty("readOnly", true);
  await user.type(form.getByLabelText("Facets"), "600, 1200, 600");
  expect(form.getByLabelText("Width")).toHaveProperty("value", "2400");
  form.getByRole("img", { name: /Bay of 3 facets, 600, 1,200 and 600 mm wide.*2 bay posts of 135° and 135° inside/ });
  await user.type(form.getByLabelText("Post angles"), "140 90");
  form.getByText('Post angles of "Window 1" must be from 91 to 179 degrees');
  await user.type(form.getByLabelText("Post angles"), "{Backspace}{Backspace}130");
  await user.click(form.getByRole("radio", { name: "cm" }));
  await user.clear(form.getByLabelText("Facets"));
  await user.type(form.getByLabelText("Facets"), "600, 1250, 600");
  expect(form.getByLabelText("Width")).toHaveProperty("value", "245");
  await submit();
  await waitFor(() =>
    expect(sent(api)?.[0]).toMatchObject({ widthM: 2.45, layoutCode: "LBLRBR", facetsMm: [600, 1250, 600], postAngles: [140, 130] }),
  );
});

test("a flat layout clears facets and angles, and its width can be typed again", async () => {
  const { api, user, form, submit, layout } = await openWindow("1800");
  await user.click(await layout("Bay: left, bay post, left, right, bay post, right"));
  await user.type(form.getByLabelText("Facets"), "500, 800, 500");
  await user.type(form.getByLabelText("Post angles"), "140 140");
  await user.click(await layout("Pair: left, right"));
  expect(form.queryByLabelText("Facets")).toBeNull();
  expect(form.getByLabelText("Width")).toHaveProperty("readOnly", false);
  await submit();
  await waitFor(() => expect(sent(api)?.[0]).toMatchObject({ widthM: 1.8, layoutCode: "LR", facetsMm: null, postAngles: null }));
});

test("a wide window without a code gets the proposed hinges by the button beside its check", async () => {
  const { api, user, form, submit } = await openWindow("3400");
  await user.click((await form.findAllByRole("button", { name: /^Hang as LRTLR/ }))[0] as HTMLElement);
  await submit();
  await waitFor(() => expect(sent(api)?.[0]).toMatchObject({ layoutCode: "LRTLR" }));
});

test("the options behind More are in the list, and the next window copies only the hinges", async () => {
  const { user, form, layout } = await openWindow("1200");
  await user.click(await layout("Pair: left, right"));
  await user.click(form.getByRole("button", { name: "More about how it is made" }));
  set(form, "Hinges", "brass");
  set(form, "Size", "recess");
  set(form, "Mid rails", "1");
  await user.type(form.getByLabelText("Note for the maker"), "Sill is out of level");
  const listed = () => within(form.getByRole("navigation", { name: "Windows" })).getAllByRole("button", { name: /^Window/ });
  const said = "LR ·1 rail ·recess −10Brass hingesNote: Sill is out of level";
  expect(listed()[0]?.textContent).toBe(`Window 1£243.811,200 × 1,350 mmBasswood ·${said}`);
  await user.click(form.getByRole("button", { name: "Add window" }));
  expect((await form.findByLabelText<HTMLSelectElement>("Opening direction")).value).toBe("left-hinge");
  expect(["Hinges", "Size", "Mid rails", "Note for the maker"].map((label) => form.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    "brass",
    "make",
    "0",
    "",
  ]);
  expect(listed()[1]?.textContent).toBe("Window 2–Not measured yetBasswoodBrass hinges");
});
