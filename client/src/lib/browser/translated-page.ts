/**
 * Lets React work on a page that the browser translates. Chrome's translator replaces each text
 * node with a `<font>` element, or moves the text node into one. React would then remove or update
 * a node that has moved, which throws an exception or leaves an outdated amount. Call this once,
 * before React renders.
 */
export function surviveTranslation(page: Document = document): void {
  /** The `<font>` element that has replaced each text node. */
  const standIns = new WeakMap<Node, Element>();
  const isFont = (node: Node | null): node is Element => node?.nodeName === "FONT";
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const removed of removedNodes) {
        if (removed.nodeType !== Node.TEXT_NODE || removed.isConnected) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (font) standIns.set(removed, font);
      }
  }).observe(page, { childList: true, subtree: true });

  /**
   * Returns the child of `parent` that contains or replaced `node`, or null if the translator left
   * none.
   */
  const placeOf = (parent: Node, node: Node): Node | null => {
    let place: Node | null = node.parentNode ? node : (standIns.get(node) ?? null);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return place;
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const place = placeOf(this, child);
    if (place) removeChild.call(this, place);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before && before.parentNode !== this ? placeOf(this, before) : before;
    return insertBefore.call(this, node, place) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string | null) {
      // The translation is outdated, so the text node returns to its place.
      if (!this.isConnected) standIns.get(this)?.replaceWith(this);
      value?.set?.call(this, text);
    },
  });
}
