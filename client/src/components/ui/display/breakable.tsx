import { Fragment } from "react";

/** An address or a path, which takes a further line where a reader would, before `@`, `.` and `/`, and only else in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@./]\S)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
