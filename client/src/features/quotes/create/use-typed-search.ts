import { useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 200;

/** A text as it is typed, and the same once typing has paused: what is asked of the server. */
export function useTypedSearch() {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettled(next.trim()), DEBOUNCE_MS);
  };
  return { text, settled, type };
}
