import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, ConfigError, readConfig, wrongSetting } from "#server/config.ts";
import { joinEmbedded } from "#server/platform/db/embedded.ts";
import { isDatabaseAway } from "#server/platform/db/faults.ts";
import { openPhotoStore } from "#server/platform/photos/open-photo-store.ts";
import { BackupError } from "./archive.ts";
import { backUp } from "./back-up.ts";
import { checkedArchive, restore } from "./restore.ts";

type Environment = Readonly<Record<string, string | undefined>>;

interface Command {
  /** The arguments after the command's name. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** The folder to which a relative file name belongs. */
  readonly from: string;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

const HOW_TO_BACK_UP = "Usage: npm run backup -- <file or folder> [--without-photos]";
const HOW_TO_RESTORE = "Usage: npm run restore -- <file> [--check]";

/**
 * Runs `npm run backup` and `npm run restore`. A refusal is one sentence; Ctrl-C ends a backup and
 * leaves no half file.
 */
export async function runBackupCommand(name: "backup" | "restore", args: readonly string[], from: string): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort(new BackupError("Ended before it was done: there is no backup."));
  if (name === "backup") for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    await (name === "backup" ? backUpCommand : restoreCommand)({ args, env: process.env, from, say, signal: ending.signal });
  } catch (error) {
    const isSentence = error instanceof BackupError || error instanceof ConfigError;
    process.stderr.write(`${isSentence ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  }
}

/**
 * Runs `npm run backup`. The portal's own environment names the data (docs/operating.md).
 * @throws BackupError | ConfigError
 */
export async function backUpCommand({ args, env, from, say, signal }: Command): Promise<void> {
  const { place, flags } = understood(args, ["--without-photos"], HOW_TO_BACK_UP);
  const now = new Date();
  const file = fileAt(resolve(from, place), now);
  await withPortalsData(env, say, { mayBeNew: false }, async ({ databaseUrl, photos }) => {
    const store = flags.has("--without-photos") ? null : await photos();
    const report = await backUp({ databaseUrl, photos: store, file, now, ...(signal && { signal }) });
    const seconds = ((Date.now() - now.getTime()) / 1000).toFixed(1);
    const megabytes = (report.bytes / 1e6).toFixed(1);
    say(`${report.rows} rows of ${report.tables} tables and ${pictures(report.photos)} are in ${file} (${megabytes} MB, ${seconds} s).`);
    if (report.photos.missing.length > 0)
      say(
        `Warning: ${report.photos.missing.length} photos that remakes or windows name are not in the photo store: ${some(report.photos.missing)}`,
      );
    say("Keep ENCRYPTION_KEY apart from it: the backup holds no secret in the clear, and Stripe's keys in it open only with that.");
  });
}

/**
 * Runs `npm run restore` into the environment's empty database; with `--check` it only reads the
 * file.
 * @throws BackupError | ConfigError
 */
export async function restoreCommand({ args, env, from, say }: Command): Promise<void> {
  const { place, flags } = understood(args, ["--check"], HOW_TO_RESTORE);
  const archive = await checkedArchive(resolve(from, place));
  const { tables, madeAt, photos: inArchive } = archive.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (flags.has("--check")) {
    say(`The backup of ${madeAt} is whole: ${rows} rows of ${tables.length} tables and ${pictures(inArchive)}.`);
    return;
  }
  await withPortalsData(env, say, { mayBeNew: true }, async ({ ownerUrl, photos }) => {
    await restore({ databaseUrl: ownerUrl, photos: await photos(), archive });
    say(`Restored the backup of ${madeAt}: ${rows} rows of ${tables.length} tables and ${pictures(inArchive)}.`);
    if (!inArchive.kept) say("The photos were left out of it: they have to be in the photo store already.");
    say("Everybody has to sign in again.");
  });
}

const pictures = ({ kept, files }: { kept: boolean; files: number }): string => (kept ? `${files} photo files` : "no photos");
const some = (keys: readonly string[]): string => keys.slice(0, 5).join(", ") + (keys.length > 5 ? ", …" : "");

function understood(args: readonly string[], known: readonly string[], sentence: string): { place: string; flags: ReadonlySet<string> } {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const [place, ...more] = args.filter((arg) => !arg.startsWith("--"));
  if (place === undefined || more.length > 0 || flags.some((flag) => !known.includes(flag))) throw new BackupError(sentence);
  return { place, flags: new Set(flags) };
}

/** In a folder a backup is named by its time, for scheduled backups. */
function fileAt(path: string, now: Date): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? join(path, `tiltrod-${now.toISOString().replace(/[:.]/g, "-")}.tar`) : path;
}

interface PortalsData {
  readonly databaseUrl: string;
  /** Connects as the owner, the only role that creates tables. */
  readonly ownerUrl: string;
  photos(): ReturnType<typeof openPhotoStore>;
}

/**
 * Opens the data that the environment names, also while a portal runs on it.
 * @throws BackupError | ConfigError
 */
export async function withPortalsData(
  env: Environment,
  say: (line: string) => void,
  { mayBeNew }: { mayBeNew: boolean },
  work: (data: PortalsData) => Promise<void>,
): Promise<void> {
  const config = readConfig(env);
  const dataDir = resolve(config.dataDir);
  const { url, ownerUrl, stop } = await database(config, dataDir, say, mayBeNew);
  const faults = {
    away(error: unknown) {
      throw new BackupError(`The photo storage does not answer: ${error instanceof Error ? error.message : error}`);
    },
    refused: wrongSetting,
  };
  try {
    await work({ databaseUrl: url, ownerUrl, photos: () => openPhotoStore(config.storage, dataDir, faults) });
  } catch (error) {
    throw unreachable(error) ?? error;
  } finally {
    await stop();
  }
}

async function database(
  { databaseUrl: url, databaseOwnerUrl: ownerUrl = url }: Config,
  dataDir: string,
  say: (line: string) => void,
  mayBeNew: boolean,
) {
  if (url !== undefined && ownerUrl !== undefined) return { url, ownerUrl, stop: async () => {} };
  // Starting the embedded database would create a new, empty one.
  if (!mayBeNew && !existsSync(join(dataDir, "postgres.json")))
    throw new ConfigError(`DATA_DIR ${dataDir} holds no database: set it, or DATABASE_URL, as the portal has it.`);
  return joinEmbedded({ dataDir, log: say });
}

function unreachable(error: unknown): BackupError | undefined {
  const { syscall, message } = (error ?? {}) as { syscall?: unknown; message?: string };
  if (syscall === "connect") return new BackupError(`The database cannot be reached: ${message}`);
  return isDatabaseAway(error) ? new BackupError(`The database stopped meanwhile (${message}). Try again.`) : undefined;
}
