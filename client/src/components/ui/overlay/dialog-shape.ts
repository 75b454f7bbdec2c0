import { clsx } from "clsx";
import { createContext } from "react";

type DialogSize = "sm" | "md" | "lg" | "xl";

export type DialogShape = {
  size?: DialogSize;
  /**
   * As high as the screen, up to a height at which all that is read has room: nothing in it moves
   * when more of it comes.
   */
  tall?: boolean;
  /**
   * On phones: the whole screen, or at the bottom and only as high as needed, for a single
   * question.
   */
  sheet?: "full" | "bottom";
};

const WIDTH: Record<DialogSize, string> = { sm: "md:max-w-100", md: "md:max-w-140", lg: "md:max-w-200", xl: "md:max-w-280" };

/**
 * Where a dialog stands and how large it is; the frame of one that is still coming stands there
 * too.
 */
export const shapeClass = ({ size = "md", tall = false, sheet = "full" }: DialogShape): string =>
  clsx(
    "w-full inset-x-0 bottom-(--keyboard,0px) md:inset-0",
    sheet === "full" ? "top-(--visible-top,0px)" : "max-h-dvh max-md:rounded-t-lg max-md:shadow-overlay",
    "md:m-auto md:h-fit md:max-h-[calc(100dvh-3rem)] md:w-[calc(100%-3rem)] md:rounded-lg md:shadow-overlay",
    tall && "md:min-h-[min(54rem,100dvh-3rem)]",
    WIDTH[size],
  );

/**
 * Whether the frame of the dialog stands there already: then neither it nor its backdrop comes in
 * once more.
 */
export const Framed = createContext(false);
