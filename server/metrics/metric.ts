/**
 * A metric as Prometheus reads it (text format 0.0.4). A library would bring three packages for this and a hundred metrics nobody asked
 * for; what is needed is a name, a kind, and numbers with labels (docs/decisions/090-operating.md).
 */
export interface Metric {
  readonly name: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** What a histogram puts after the name: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One number without labels. */
export const single = (name: string, kind: Metric["kind"], help: string, value: number): Metric => ({
  name,
  kind,
  help,
  samples: [{ value }],
});

export function toText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, kind, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
    ...samples.map(({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`),
  ]);
  return `${lines.join("\n")}\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

const escaped = (character: string): string => (character === "\n" ? "\\n" : `\\${character}`);
const numberText = (value: number): string => (Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : value < 0 ? "-Inf" : "NaN");
