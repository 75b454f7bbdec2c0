// Zod tries `new Function` to compile schemas. The portal's content security policy forbids that,
// and the attempt is logged on the console. Zod reads this setting when it loads, with the first
// form. An import of zod here would add zod to the first bundle.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
