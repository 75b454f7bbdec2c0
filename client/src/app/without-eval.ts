// Zod compiles schemas with `new Function` where it may. The portal's own content policy forbids that, and even the attempt is
// reported on the console. Zod reads this as it loads, which it does with the first form: importing it here would bring it before.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
