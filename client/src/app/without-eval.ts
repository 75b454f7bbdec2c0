import { config } from "zod";

// Zod compiles schemas with `new Function` where it may. The portal's own content policy forbids that, and even the attempt is
// reported on the console. Imported before everything else, because schemas are made while modules load.
config({ jitless: true });
