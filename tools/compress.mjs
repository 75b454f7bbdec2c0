import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|css|svg)$/;
/** Smaller ones fit one packet anyway. */
const LEAST = 1024;

/** Writes `.br` and `.gz` beside each text file, once at the build and as small as it gets, so that no request pays for it. @param {string} folder */
export async function compressFiles(folder) {
  const names = readdirSync(folder).filter((name) => TEXT.test(name));
  await Promise.all(
    names.map(async (name) => {
      const content = readFileSync(join(folder, name));
      if (content.length < LEAST) return;
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(content, quality));
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
