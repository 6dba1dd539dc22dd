/** A metric family, as both text forms have it. */
export interface Family {
  name: string;
  /** An info family has the value 1, and its facts as labels. */
  type: "gauge" | "info";
  unit?: "bytes" | "ratio" | "seconds";
  help: string;
  samples: Sample[];
}

export interface Sample {
  labels: Readonly<Record<string, string>>;
  /** A whole number of any size as a decimal text. */
  value: number | string;
}

/** OpenMetrics 1.0.0, or the text form 0.0.4 of Prometheus. */
export type TextForm = "openmetrics" | "prometheus";

export const contentTypes: Readonly<Record<TextForm, string>> = {
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
};

/** A label's value on one line. It is text of customers. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\"\n\r]/g, (character) => {
    if (character === "\r") return " ";
    return character === "\n" ? "\\n" : `\\${character}`;
  });

function lineOf(name: string, { labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

/**
 * Families as text. The form 0.0.4 has no info family and no unit: there it is a gauge. A family without samples is left
 * out: what is not known is not there.
 */
export function render(families: readonly Family[], form: TextForm): string {
  const isOpen = form === "openmetrics";
  const texts = families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, unit, help, samples }) => {
      const isInfo = type === "info";
      const sampled = isInfo ? `${name}_info` : name;
      const family = isOpen ? name : sampled;
      const head = [
        `# HELP ${family} ${help}`,
        `# TYPE ${family} ${isOpen ? type : "gauge"}`,
        ...(isOpen && unit ? [`# UNIT ${family} ${unit}`] : []),
      ];
      return `${head.join("\n")}\n${samples.map((sample) => lineOf(sampled, sample)).join("")}`;
    });
  return `${texts.join("")}${isOpen ? "# EOF\n" : ""}`;
}
