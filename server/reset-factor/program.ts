import { runResetFactor } from "./reset-factor.ts";

// Acts on import: `node dist/tools/reset-factor.js <email>`. `npm run reset-factor` runs it.
await runResetFactor(process.argv.slice(2));
