// Zod tries `new Function` to compile schemas. The portal's content policy forbids that, and the attempt shows on the console. Zod reads
// this setting when it loads, with the first form. Importing zod to configure it would put it into the first bundle.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
