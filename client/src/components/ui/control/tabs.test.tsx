import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Tabs } from "./tabs.tsx";

function Three() {
  const [value, setValue] = useState<"a" | "b" | "c">("a");
  const tabs = (["a", "b", "c"] as const).map((name) => ({
    value: name,
    label: `Tab ${name}`,
    content: <input aria-label={`In ${name}`} />,
  }));
  return <Tabs label="Letters" value={value} onChange={setValue} tabs={tabs} />;
}
const selected = () => screen.getAllByRole("tab").filter((tab) => tab.getAttribute("aria-selected") === "true");

test("the tab panel displays the selected tab, which names it", () => {
  render(<Three />);
  expect(screen.getByRole("tablist", { name: "Letters" })).toBeTruthy();
  expect(screen.getByRole("tabpanel", { name: "Tab a" }).contains(screen.getByLabelText("In a"))).toBe(true);
  expect(screen.queryByLabelText("In b")).toBeNull();
});

test.each([
  ["{ArrowRight}", "Tab b"],
  ["{ArrowLeft}", "Tab c"],
  ["{End}", "Tab c"],
  ["{End}{ArrowRight}", "Tab a"],
  ["{End}{Home}", "Tab a"],
])("the keys %s select and focus %s", async (keys, name) => {
  const person = userEvent.setup();
  render(<Three />);
  await person.tab();
  await person.keyboard(keys);
  expect(selected().map((tab) => tab.textContent)).toEqual([name]);
  expect(document.activeElement).toBe(selected()[0]);
});

test("the tabs are one stop for the Tab key, and typed text does not move between panels", async () => {
  const person = userEvent.setup();
  render(<Three />);
  await person.tab();
  await person.tab();
  expect(document.activeElement).toBe(screen.getByLabelText("In a"));
  await person.keyboard("typed");
  await person.click(screen.getByRole("tab", { name: "Tab b" }));
  expect(screen.getByLabelText<HTMLInputElement>("In b").value).toBe("");
});
