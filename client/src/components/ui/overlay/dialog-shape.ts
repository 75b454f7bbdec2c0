import { clsx } from "clsx";
import { createContext } from "react";

type DialogSize = "sm" | "md" | "lg" | "xl";

export type DialogShape = {
  size?: DialogSize;
  /**
   * The dialog is as high as the screen, up to a maximum, so that nothing moves when more content
   * loads.
   */
  tall?: boolean;
  /**
   * On phones a dialog fills the screen, or is at the bottom and as high as its content, for a
   * single question.
   */
  sheet?: "full" | "bottom";
};

const WIDTH: Record<DialogSize, string> = { sm: "md:max-w-100", md: "md:max-w-140", lg: "md:max-w-200", xl: "md:max-w-280" };

/** The classes for a dialog's position and size. The frame of a loading dialog shares them. */
export const shapeClass = ({ size = "md", tall = false, sheet = "full" }: DialogShape): string =>
  clsx(
    "w-full inset-x-0 bottom-(--keyboard,0px) md:inset-0",
    sheet === "full" ? "top-(--visible-top,0px)" : "max-h-dvh max-md:rounded-t-lg max-md:shadow-overlay",
    "md:m-auto md:h-fit md:max-h-[calc(100dvh-3rem)] md:w-[calc(100%-3rem)] md:rounded-lg md:shadow-overlay",
    tall && "md:min-h-[min(54rem,100dvh-3rem)]",
    WIDTH[size],
  );

/**
 * True if the dialog's frame is already visible, so that the dialog and its backdrop skip the
 * entrance animation.
 */
export const Framed = createContext(false);
