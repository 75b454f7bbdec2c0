import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Metric, single } from "./metric.ts";

/** How often the loop is looked at, in milliseconds; what is measured includes this pause. */
const RESOLUTION = 20;

export interface ProcessMetrics {
  read(): Metric[];
  stop(): void;
}

/** Memory, processor and the event loop of this process. The loop's figures are of the time since they were last read. */
export function processMetrics(): ProcessMetrics {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION) / 1000 || 0;
  return {
    read() {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      const metrics = [
        single("process_resident_memory_bytes", "gauge", "Memory of the process.", rss),
        single("nodejs_heap_used_bytes", "gauge", "Memory in use by JavaScript.", heapUsed),
        single("nodejs_heap_total_bytes", "gauge", "Memory taken for JavaScript.", heapTotal),
        single("nodejs_external_memory_bytes", "gauge", "Memory of buffers and the like outside of it.", external),
        single("process_cpu_seconds_total", "counter", "Processor time that was used.", (user + system) / 1e6),
        single("process_start_time_seconds", "gauge", "When the process started.", Math.round(performance.timeOrigin) / 1000),
        single("nodejs_eventloop_lag_p99_seconds", "gauge", "How late the event loop was, 99th percentile.", lag(delays.percentile(99))),
        single("nodejs_eventloop_lag_max_seconds", "gauge", "How late the event loop was, at worst.", lag(delays.max)),
      ];
      delays.reset();
      return metrics;
    },
    stop: () => delays.disable(),
  };
}
