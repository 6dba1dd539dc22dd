/** A metric family, as both text forms have it. */
export interface Family {
  name: string;
  /** An info family has the value 1, and its facts as labels. */
  type: "gauge" | "info";
  unit?: "bytes" | "ratio" | "seconds";
  help: string;
  samples: Sample[];
}

/** Labels as both text forms write them. They are written once, because a deployment has twelve samples with the same ones. */
export type Labels = string & { readonly labels: unique symbol };

export interface Sample {
  labels: Labels;
  /** A whole number of any size as a decimal text. */
  value: number | string;
}

/** OpenMetrics 1.0.0, or the text form 0.0.4 of Prometheus. */
export type TextForm = "openmetrics" | "prometheus";

export const contentTypes: Readonly<Record<TextForm, string>> = {
  openmetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
};

const special = /[\\"\n\r]/;

/** A label's value on one line. It is text of customers. */
const escaped = (text: string): string =>
  special.test(text)
    ? text.replaceAll(/[\\"\n\r]/g, (character) => {
        if (character === "\r") return " ";
        return character === "\n" ? "\\n" : `\\${character}`;
      })
    : text;

/** Labels by their names. What is not known is not there. */
export function labelled(labels: Readonly<Record<string, string | null | undefined>>): Labels {
  let pairs = "";
  for (const [label, text] of Object.entries(labels))
    if (text !== null && text !== undefined && text !== "")
      pairs += `${pairs && ","}${label}="${escaped(text)}"`;
  return `{${pairs}}` as Labels;
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
      let lines = "";
      for (const { labels, value } of samples) lines += `${sampled}${labels} ${value}\n`;
      return `${head.join("\n")}\n${lines}`;
    });
  return `${texts.join("")}${isOpen ? "# EOF\n" : ""}`;
}
