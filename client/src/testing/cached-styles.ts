/**
 * Caches computed styles until the page changes. jsdom computes them anew for each call, and a
 * search by role needs several for each element. One module serves all files of a process.
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
  // The observer's callback runs only after the current task, so earlier changes have to be
  // collected here.
  if (changes.takeRecords().length > 0) forget();
  const style = styles.get(element) ?? workOut(element);
  styles.set(element, style);
  return style;
};
