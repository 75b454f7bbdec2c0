import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearToasts, dismissToast, toast, useToast } from "#client/lib/toasts.ts";
import { Dialog } from "./dialog.tsx";
import { DropdownMenu } from "./dropdown-menu.tsx";
import { Popover } from "./popover.tsx";
import { Toaster } from "./toaster.tsx";

function Count() {
  return <output>{useToast() ? 1 : 0}</output>;
}

/**
 * Returns the visible toasts. The announcement for screen readers beside them has the same words.
 */
const shown = () => [...document.querySelectorAll("ol > li")].map((item) => item.textContent);
const kept = () => screen.getByText(/^\d+$/).textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <Toaster />
      <Count />
    </>,
  );
});

afterEach(() => {
  act(() => clearToasts());
  vi.useRealTimers();
});

describe("a toast", () => {
  test("a toast closes by itself after 1500 ms and is removed 2000 ms later", () => {
    act(() => void toast({ title: "Success", description: "Quote deleted successfully" }));
    pass(1499);
    expect(shown()).toEqual(["Success: Quote deleted successfully"]);
    pass(1);
    expect(shown()).toEqual([]);
    expect(kept()).toBe("1");
    pass(1999);
    expect(kept()).toBe("1");
    pass(1);
    expect(kept()).toBe("0");
  });

  test("a toast with a link leads to the thing that it names, and closes", () => {
    act(
      () => void toast({ title: "Success", description: "Quote converted", link: { label: "Open order ORD-4", path: "/orders?order=4" } }),
    );
    const link = screen.getByRole("link", { name: "Open order ORD-4" });
    expect(link.getAttribute("href")).toBe("/orders?order=4");
    act(() => link.click());
    expect(shown()).toEqual([]);
  });

  test("a newer toast replaces an older one and has its whole time", () => {
    act(() => void toast({ title: "Success", description: "first" }));
    pass(1000);
    act(() => void toast({ title: "Error", description: "second", variant: "destructive" }));
    expect(shown()).toEqual(["Error: second"]);
    pass(1400);
    expect(shown()).toEqual(["Error: second"]);
    pass(100);
    expect(shown()).toEqual([]);
  });

  test("the removal of an older toast does not remove a newer one", () => {
    let first = 0;
    act(() => {
      first = toast({ title: "Success", description: "first" });
    });
    act(() => dismissToast(first));
    pass(1000);
    act(() => void toast({ title: "Success", description: "second" }));
    pass(1000);
    expect(shown()).toEqual(["Success: second"]);
  });

  test("a toast stays while the pointer is on it", () => {
    act(() => void toast({ title: "Success", description: "read me" }));
    const region = screen.getByRole("region", { name: "Notifications (F8)" });
    pass(1000);
    fireEvent.pointerMove(region);
    pass(10_000);
    expect(shown()).toEqual(["Success: read me"]);
    fireEvent.pointerLeave(region);
    pass(500);
    expect(shown()).toEqual([]);
  });

  test("a toast can be dismissed, and F8 moves the focus to the toasts", () => {
    act(() => void toast({ title: "Success", description: "read me" }));
    fireEvent.keyDown(document, { key: "F8", code: "F8" });
    expect(document.activeElement?.tagName).toBe("OL");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(shown()).toEqual([]);
  });

  test("a toast is announced at once for a failure, and in turn otherwise", () => {
    const announced = () => [...document.querySelectorAll("[role=status][aria-live=assertive], [role=status][aria-live=polite]")];
    act(() => void toast({ title: "Error", description: "Failed to create quote", variant: "destructive" }));
    pass(100);
    expect(announced().map((node) => [node.getAttribute("aria-live"), node.textContent])).toEqual([
      ["assertive", "Notification Error: Failed to create quote"],
    ]);
    act(() => void toast({ title: "Success", description: "Quote created successfully" }));
    pass(100);
    expect(announced().map((node) => node.getAttribute("aria-live"))).toEqual(["polite"]);
  });

  test("a toast is red only for a failure", () => {
    const red = () => [...document.querySelectorAll("li[data-variant]")].map((node) => node.classList.contains("bg-danger"));
    act(() => void toast({ title: "Error", description: "Failed to create quote", variant: "destructive" }));
    expect(red()).toEqual([true]);
    act(() => void toast({ title: "Success", description: "Quote created successfully" }));
    expect(red()).toEqual([false]);
  });

  describe("on a phone", () => {
    const room = () => document.querySelector("ol")?.style.getPropertyValue("--footer-room");
    const footer = document.createElement("div");
    footer.dataset.dialogFooter = "";
    footer.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 120, 390, 120);
    afterEach(() => footer.remove());

    test("a toast opens above the footer of the open dialog and stays there when the dialog closes", () => {
      document.body.append(footer);
      act(() => void toast({ title: "Success", description: "Q-12 saved" }));
      expect(room()).toBe("120px");
      footer.remove();
      pass(1000);
      expect([room(), shown()]).toEqual(["120px", ["Success: Q-12 saved"]]);
    });

    test("a dialog that opens later neither moves nor dismisses the toast", () => {
      act(() => void toast({ title: "Success", description: "Q-12 saved" }));
      document.body.append(footer);
      pass(1000);
      expect([room(), shown()]).toEqual(["0px", ["Success: Q-12 saved"]]);
    });
  });

  describe("above something that is open leaves Escape to it", () => {
    const closed = vi.fn();
    const close = (open: boolean) => open || closed();
    beforeEach(() => closed.mockClear());
    const LAYERS = {
      dialog: (
        <Dialog open onCloseRequest={closed} title="Order ORD-7">
          {null}
        </Dialog>
      ),
      alertdialog: (
        <Dialog open role="alertdialog" onCloseRequest={closed} title="Delete?">
          {null}
        </Dialog>
      ),
      popover: (
        <Popover trigger={<button type="button">Bell</button>} label="Notifications" open onOpenChange={close}>
          <p>Nothing</p>
        </Popover>
      ),
    };

    test.each(Object.entries(LAYERS))("Escape under a toast closes an open %s", (_what, layer) => {
      render(layer);
      act(() => void toast({ title: "Success", description: "read me" }));
      const within = document.querySelector("[role=dialog], [role=alertdialog], [role=menu]");
      fireEvent.keyDown(within ?? document.body, { key: "Escape" });
      expect(closed).toHaveBeenCalledTimes(1);
      expect(shown()).toEqual(["Success: read me"]);
    });

    test("Escape under a toast closes an open menu", () => {
      render(<DropdownMenu label="More" items={[{ label: "Delete", onSelect: closed }]} />);
      fireEvent.keyDown(screen.getByRole("button", { name: "More" }), { key: "Enter" });
      act(() => void toast({ title: "Success", description: "read me" }));
      fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
      expect(screen.queryByRole("menu")).toBeNull();
      expect(shown()).toEqual(["Success: read me"]);
    });

    test("Escape under a toast closes only the upper of two dialogs", () => {
      const below = vi.fn();
      render(
        <Dialog open onCloseRequest={below} title="Order ORD-7">
          <Dialog open onCloseRequest={closed} title="Update Status">
            {null}
          </Dialog>
        </Dialog>,
      );
      act(() => void toast({ title: "Error", description: "read me", variant: "destructive" }));
      fireEvent.keyDown(screen.getByRole("dialog", { name: "Update Status" }), { key: "Escape" });
      expect([closed.mock.calls.length, below.mock.calls.length]).toEqual([1, 0]);
    });
  });

  test("Escape closes a toast when nothing else is open", () => {
    act(() => void toast({ title: "Success", description: "read me" }));
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(shown()).toEqual([]);
  });
});
