import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, type Registry } from "prom-client";

/** How often the loop is looked at, in milliseconds; what is measured includes this pause. */
const RESOLUTION = 20;

export interface ProcessMetrics {
  /** Goes before each scrape: the event loop's figures are of the time since it was last called. */
  read(): void;
  stop(): void;
}

/**
 * Memory, processor and the event loop of this process. prom-client's own default metrics are six times as many, and count the pause between
 * two looks as lag.
 */
export function watchProcess(registry: Registry): ProcessMetrics {
  const registers = [registry];
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION) / 1000 || 0;
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const resident = gauge("process_resident_memory_bytes", "Memory of the process.");
  const used = gauge("nodejs_heap_used_bytes", "Memory in use by JavaScript.");
  const total = gauge("nodejs_heap_total_bytes", "Memory taken for JavaScript.");
  const outside = gauge("nodejs_external_memory_bytes", "Memory of buffers and the like outside of it.");
  const processor = new Counter({ name: "process_cpu_seconds_total", help: "Processor time that was used.", registers });
  gauge("process_start_time_seconds", "When the process started.").set(Math.round(performance.timeOrigin) / 1000);
  const usually = gauge("nodejs_eventloop_lag_p99_seconds", "How late the event loop was, 99th percentile.");
  const atWorst = gauge("nodejs_eventloop_lag_max_seconds", "How late the event loop was, at worst.");
  return {
    read() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      resident.set(rss);
      used.set(heapUsed);
      total.set(heapTotal);
      outside.set(external);
      const { user, system } = process.cpuUsage();
      processor.reset();
      processor.inc((user + system) / 1e6);
      usually.set(lag(delays.percentile(99)));
      atWorst.set(lag(delays.max));
      delays.reset();
    },
    stop: () => delays.disable(),
  };
}
