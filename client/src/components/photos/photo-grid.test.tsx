import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { NetworkContext } from "#client/lib/network.ts";
import { fakeNetwork } from "#client/testing/fake-network.ts";
import { PhotoGrid } from "./photo-grid.tsx";

test("a photo that the device has no copy of says so, and is loaded again once the network is back", async () => {
  const network = fakeNetwork();
  render(
    <NetworkContext value={network}>
      <PhotoGrid photos={["/uploads/split.jpg"]} of="RMK-4" savedAs={(place) => `RMK-4-${place}`} />
    </NetworkContext>,
  );
  fireEvent.error(screen.getByRole("img"));
  expect(screen.queryByRole("img")).toBeNull();
  const thumbnail = screen.getByText("Photo not on this device");
  await userEvent.click(thumbnail);
  fireEvent.error(await screen.findByRole("img"));
  await screen.findByText("It can be opened once the network is back.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  act(network.comeBack);
  expect(screen.queryByText("Photo not on this device")).toBeNull();
  expect(screen.getAllByRole("img", { hidden: true }).map((img) => img.getAttribute("src"))).toEqual(["/uploads/split.jpg?size=thumb"]);
});
