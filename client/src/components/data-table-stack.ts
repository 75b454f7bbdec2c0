/*
 * Below 768 px of window, and in any narrow place (a dialog, beside the menu on a tablet), each row is a block of facts.
 * That is `display: grid` on table elements, which costs them their meaning in some browsers: hence the explicit roles. The facts' names are
 * drawn from the cell's `data-label`, and not said (the `/ ''`): the column head is still there to be heard. A text that a column would cut
 * off takes another line instead: no pointer hovers over a tablet to read the rest.
 */
export const STACK = {
  normal: {
    table: "@max-[46rem]/table:block",
    head: "@max-[46rem]/table:sr-only",
    row: "@max-[46rem]/table:grid @max-[46rem]/table:gap-x-4 @max-[46rem]/table:grid-cols-1 @max-[46rem]/table:@min-[28rem]/table:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] @max-[46rem]/table:px-4 @max-[46rem]/table:py-2 @max-[46rem]/table:border-b",
    cell: "@max-[46rem]/table:flex! @max-[46rem]/table:@max-[16rem]/table:flex-col @max-[46rem]/table:@max-[16rem]/table:gap-0! @max-[46rem]/table:h-auto @max-[46rem]/table:w-auto! @max-[46rem]/table:gap-3 @max-[46rem]/table:@min-[28rem]/table:flex-col @max-[46rem]/table:@min-[28rem]/table:gap-0 @max-[46rem]/table:border-0 @max-[46rem]/table:px-0! @max-[46rem]/table:py-1 @max-[46rem]/table:text-left @max-[46rem]/table:wrap-anywhere @max-[46rem]/table:whitespace-normal @max-[46rem]/table:[&_span.truncate]:whitespace-normal @max-[46rem]/table:[&_span.truncate]:wrap-anywhere @max-[46rem]/table:[&_span.truncate]:w-auto @max-[46rem]/table:[&_span.truncate]:max-w-full",
    whole: "@max-[46rem]/table:col-span-full",
    label:
      "@max-[46rem]/table:before:content-[attr(data-label)_/_''] @max-[46rem]/table:before:w-28 @max-[46rem]/table:before:shrink-0 @max-[46rem]/table:before:text-muted @max-[46rem]/table:@min-[28rem]/table:before:w-auto @max-[46rem]/table:@min-[28rem]/table:before:text-xs",
    // Where there is room the actions stand on the first line, at the right of what the row is called.
    besideActions: "@max-[46rem]/table:@min-[28rem]/table:row-start-1 @max-[46rem]/table:@min-[28rem]/table:pr-64!",
    actionsCell:
      "@max-[46rem]/table:col-span-full @max-[46rem]/table:@min-[28rem]/table:row-start-1 @max-[46rem]/table:@min-[28rem]/table:col-[span_2/-1] @max-[46rem]/table:@min-[28rem]/table:self-start @max-[46rem]/table:@min-[28rem]/table:justify-self-end",
    // A button without an edge begins with its word, in line with the facts above.
    actions:
      "@max-[46rem]/table:justify-start @max-[28rem]/table:*:data-[look=ghost]:first:-ml-3 @max-[46rem]/table:@min-[28rem]/table:justify-end",
  },
  wide: {
    table: "@max-[60rem]/table:block",
    head: "@max-[60rem]/table:sr-only",
    row: "@max-[60rem]/table:grid @max-[60rem]/table:gap-x-4 @max-[60rem]/table:grid-cols-1 @max-[60rem]/table:@min-[28rem]/table:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] @max-[60rem]/table:px-4 @max-[60rem]/table:py-2 @max-[60rem]/table:border-b",
    cell: "@max-[60rem]/table:flex! @max-[60rem]/table:@max-[16rem]/table:flex-col @max-[60rem]/table:@max-[16rem]/table:gap-0! @max-[60rem]/table:h-auto @max-[60rem]/table:w-auto! @max-[60rem]/table:gap-3 @max-[60rem]/table:@min-[28rem]/table:flex-col @max-[60rem]/table:@min-[28rem]/table:gap-0 @max-[60rem]/table:border-0 @max-[60rem]/table:px-0! @max-[60rem]/table:py-1 @max-[60rem]/table:text-left @max-[60rem]/table:wrap-anywhere @max-[60rem]/table:whitespace-normal @max-[60rem]/table:[&_span.truncate]:whitespace-normal @max-[60rem]/table:[&_span.truncate]:wrap-anywhere @max-[60rem]/table:[&_span.truncate]:w-auto @max-[60rem]/table:[&_span.truncate]:max-w-full",
    whole: "@max-[60rem]/table:col-span-full",
    label:
      "@max-[60rem]/table:before:content-[attr(data-label)_/_''] @max-[60rem]/table:before:w-28 @max-[60rem]/table:before:shrink-0 @max-[60rem]/table:before:text-muted @max-[60rem]/table:@min-[28rem]/table:before:w-auto @max-[60rem]/table:@min-[28rem]/table:before:text-xs",
    // Where there is room the actions stand on the first line, at the right of what the row is called.
    besideActions: "@max-[60rem]/table:@min-[28rem]/table:row-start-1 @max-[60rem]/table:@min-[28rem]/table:pr-64!",
    actionsCell:
      "@max-[60rem]/table:col-span-full @max-[60rem]/table:@min-[28rem]/table:row-start-1 @max-[60rem]/table:@min-[28rem]/table:col-[span_2/-1] @max-[60rem]/table:@min-[28rem]/table:self-start @max-[60rem]/table:@min-[28rem]/table:justify-self-end",
    // A button without an edge begins with its word, in line with the facts above.
    actions:
      "@max-[60rem]/table:justify-start @max-[28rem]/table:*:data-[look=ghost]:first:-ml-3 @max-[60rem]/table:@min-[28rem]/table:justify-end",
  },
} as const;

export type Stack = (typeof STACK)[keyof typeof STACK];
