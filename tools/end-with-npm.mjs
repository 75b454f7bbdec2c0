// Plain JavaScript, because it runs before node_modules is there.
const parent = process.ppid;

/**
 * A signal to npm alone ends npm and its shell, and would leave us running: so we notice and stop in good order. To be called when
 * the handlers for signals are in place.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
  // On Ctrl-C the shell may be gone before we are, and a second signal would mean "at once".
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => clearInterval(watching));
}
