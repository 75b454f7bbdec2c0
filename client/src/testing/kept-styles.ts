/**
 * Keeps computed styles until the page changes. jsdom computes them anew for each question, and a
 * search by role asks several times for each element. One module serves all files of a process.
 */
const workOut = window.getComputedStyle;
let styles = new WeakMap<Element, CSSStyleDeclaration>();
const forget = () => {
  styles = new WeakMap();
};
const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true });

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return workOut(element, pseudo);
  // It is told of changes only after what is under way: what happened by now is asked for.
  if (changes.takeRecords().length > 0) forget();
  const style = styles.get(element) ?? workOut(element);
  styles.set(element, style);
  return style;
};
