import { render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { NEEDS_NETWORK, NetworkContext } from "#client/lib/network.ts";
import { useToast } from "#client/lib/toasts.ts";
import { fakeNetwork } from "#client/testing/fake-network.ts";
import { Button } from "./button.tsx";

test("a pending button ignores pointer and keyboard and preserves its focus and name", async () => {
  const press = vi.fn();
  const { rerender } = render(<Button onClick={press}>Save</Button>);
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  rerender(
    <Button pending onClick={press}>
      Save
    </Button>,
  );
  await userEvent.click(button);
  await userEvent.keyboard("{Enter} ");
  expect(press).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("button", { name: "Save" })).toBe(button);
});

test("a pending submit button blocks the form, also when Enter is pressed in a field", async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" pending>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button"));
  await userEvent.type(screen.getByLabelText("Name"), "Amelia{Enter}");
  expect(submit).not.toHaveBeenCalled();
});

test("a button without a type does not submit a form", () => {
  render(<Button>Cancel</Button>);
  expect(screen.getByRole("button").getAttribute("type")).toBe("button");
});

test("a press on a button that needs the network says so without a network, and does nothing", async () => {
  const onClick = vi.fn();
  render(
    <NetworkContext value={fakeNetwork()}>
      <Button needsNetwork onClick={onClick}>
        Give back
      </Button>
    </NetworkContext>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Give back" }));
  expect(onClick).not.toHaveBeenCalled();
  expect(renderHook(() => useToast()).result.current?.description).toBe(NEEDS_NETWORK);
});
