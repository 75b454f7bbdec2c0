import { Router } from "express";

/**
 * Every route that Express registers during a build, as `GET /api/orders/:id`: all routes of the
 * application, in the contract or not.
 */
export async function recordRoutes<T>(build: () => Promise<T>): Promise<{ readonly built: T; readonly routes: readonly string[] }> {
  const prototype = Router.prototype as { route: (path: string | RegExp) => { methods: Record<string, boolean> } };
  const usual = prototype.route;
  const heard: { readonly path: string; readonly route: { methods: Record<string, boolean> } }[] = [];
  prototype.route = function (path) {
    const route = usual.call(this, path);
    heard.push({ path: String(path), route });
    return route;
  };
  try {
    const built = await build();
    const routes = heard.flatMap(({ path, route }) => Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`));
    return { built, routes: [...new Set(routes)].toSorted() };
  } finally {
    prototype.route = usual;
  }
}
