import { createContext, useContext } from "react";

/** Whether the signed-in person may open the screen at a path. The app knows (its table of screens); features ask. */
export const OpenScreens = createContext<(path: string) => boolean>(() => false);

/** For links to screens that only some may open. */
export const useOpenScreens = () => useContext(OpenScreens);
