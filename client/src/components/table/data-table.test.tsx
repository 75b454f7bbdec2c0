import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { type Column, DataTable } from "./data-table.tsx";

type Order = { id: number; company: string };
const rows: Order[] = [
  { id: 2, company: "Kestrel Homes" },
  { id: 1, company: "Northgate" },
];
const columns: Column<Order>[] = [
  { id: "id", header: "Order #", cell: (order) => `ORD-${order.id}` },
  { id: "client", header: "Client", cell: (order) => order.company },
  { id: "note", header: "Note", cell: () => <input aria-label="Note" /> },
];
const open = vi.fn();
const remove = vi.fn();

beforeEach(() => {
  open.mockClear();
  remove.mockClear();
});

function table() {
  return (
    <DataTable
      caption="Orders"
      columns={columns}
      rows={rows}
      rowKey={(order) => order.id}
      onRowClick={open}
      actions={(order) => (
        <DropdownMenu label={`More actions for ORD-${order.id}`} items={[{ label: "Delete", onSelect: () => remove(order) }]} />
      )}
    />
  );
}

test("a data table has a name, column heads, rows and cells", () => {
  render(table());
  const shown = screen.getByRole("table", { name: "Orders" });
  expect(
    within(shown)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Order #", "Client", "Note", "Actions"]);
  expect(within(shown).getAllByRole("row")).toHaveLength(3);
  screen.getByRole("cell", { name: "Kestrel Homes" });
});

test("the keyboard opens a data table's row by its first cell", async () => {
  render(table());
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "ORD-2" }));
  await userEvent.keyboard("{Enter}");
  expect(open.mock.calls).toEqual([[rows[0]]]);
});

test("the pointer opens a data table's row anywhere except on its controls", async () => {
  render(table());
  await userEvent.click(screen.getByText("Northgate"));
  expect(open.mock.calls).toEqual([[rows[1]]]);
  const [note] = screen.getAllByLabelText("Note");
  if (note) await userEvent.click(note);
  await userEvent.click(screen.getByRole("button", { name: "ORD-1" }));
  expect(open).toHaveBeenCalledTimes(2);
});

test("an action in a row's menu does not open the row and returns the focus to the menu's button", async () => {
  render(table());
  const button = screen.getByRole("button", { name: "More actions for ORD-1" });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith(rows[1]));
  expect(open).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
});

test("a data table displays the number of loaded rows and loads more", async () => {
  const more = vi.fn();
  render(
    <DataTable
      caption="Orders"
      columns={columns}
      rows={rows}
      rowKey={(order) => order.id}
      more={{ noun: ["order", "orders"], hasMore: true, onLoadMore: more }}
    />,
  );
  screen.getByText("2 orders so far");
  await userEvent.click(screen.getByRole("button", { name: "Load more" }));
  expect(more).toHaveBeenCalledTimes(1);
});

function Deletable({ ids }: { ids: readonly number[] }) {
  return (
    <main>
      <h1>Orders</h1>
      <input aria-label="Search" />
      {ids.length === 0 ? (
        <p>No orders</p>
      ) : (
        <DataTable
          caption="Orders"
          columns={columns}
          rows={ids.map((id) => ({ id, company: "Northgate" }))}
          rowKey={(order) => order.id}
          onRowClick={open}
          actions={(order) => <button type="button">Delete ORD-{order.id}</button>}
        />
      )}
    </main>
  );
}

test.each([
  ["the next row gets the focus", [3, 2, 1], 2, [3, 1], "ORD-1"],
  ["the row before, where it was the last", [3, 2, 1], 1, [3, 2], "ORD-2"],
  ["the heading, where it was the only one", [1], 1, [], "Orders"],
])("a deleted row with the focus passes the focus on: %s", (_, before, id, after, focused) => {
  const { rerender } = render(<Deletable ids={before} />);
  screen.getByRole("button", { name: `Delete ORD-${id}` }).focus();
  rerender(<Deletable ids={after} />);
  expect(document.activeElement?.textContent).toBe(focused);
});

test("a row that is deleted while the focus is elsewhere does not move the focus", () => {
  const { rerender } = render(<Deletable ids={[2, 1]} />);
  screen.getByRole("button", { name: "Delete ORD-2" }).focus();
  const search = screen.getByLabelText("Search");
  search.focus();
  rerender(<Deletable ids={[1]} />);
  expect(document.activeElement).toBe(search);
});

/** Each column of the test's tables is 100 px wide. */
function giveRoomForTwoColumns(): void {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(210);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.tagName === "TABLE" ? 100 * this.querySelectorAll("thead th").length : 100;
  });
}

test("a value's extra lines follow the values that moved under the first column", () => {
  const priced: Column<Order>[] = [
    { id: "id", header: "Order #", cell: (order) => `ORD-${order.id}` },
    { id: "client", header: "Client", cell: (order) => order.company, rare: true },
    { id: "price", header: "Price", place: "end", cell: () => "£150.50", extra: ({ id }) => id === 2 && <span>3 surcharges</span> },
  ];
  const view = () => <DataTable caption="Prices" columns={priced} rows={rows} rowKey={(order) => order.id} />;
  const { unmount } = render(view());
  const cellOfNote = () => screen.getByText("3 surcharges").closest("td")?.dataset.label;
  expect(cellOfNote()).toBe("Price");
  unmount();
  giveRoomForTwoColumns();
  render(view());
  expect(screen.getByText("Kestrel Homes").closest("td")?.dataset.label).toBe("Order #");
  expect(cellOfNote()).toBe("Order #");
});

test("a value that a row lacks is not visible under the first column, and remains for a screen reader", () => {
  const dated: Column<Order>[] = [
    { id: "id", header: "Order #", cell: (order) => `ORD-${order.id}` },
    { id: "due", header: "Due", cell: ({ id }) => (id === 2 ? "–" : "29 Nov"), rare: true, isEmpty: ({ id }) => id === 2 },
    { id: "price", header: "Price", place: "end", cell: () => "£150.50" },
  ];
  giveRoomForTwoColumns();
  render(<DataTable caption="Orders" columns={dated} rows={rows} rowKey={(order) => order.id} />);
  const isHidden = (text: string) => screen.getByText(text).closest("[data-label=Due]")?.classList.contains("sr-only");
  expect([isHidden("–"), isHidden("29 Nov")]).toEqual([true, false]);
});

test("a column's extra lines move under the first column with it", () => {
  const noted: Column<Order>[] = [
    { id: "id", header: "Order #", cell: (order) => `ORD-${order.id}` },
    { id: "client", header: "Client", cell: (order) => order.company, rare: true, extra: (_, apart) => apart && "moved note" },
    { id: "price", header: "Price", place: "end", cell: () => "£150.50" },
  ];
  giveRoomForTwoColumns();
  render(<DataTable caption="Prices" columns={noted} rows={rows} rowKey={(order) => order.id} />);
  expect(screen.getAllByText("moved note")).toHaveLength(rows.length);
});
