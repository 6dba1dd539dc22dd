import { byteOrderMark, csvFileName, csvType } from "@shardwatch/core/contract/csv/table";
import { showError, showSuccess } from "./toasts.ts";

/** Saves a text as a file, as if the person had followed a download link. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the data once it has started. Safari starts it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Saves a table of the API as CSV, and says so. Most people open it with Excel.
 * @param name what was exported, as a sentence begins with it, e.g. "Databases"
 * @param noun the same within a sentence and in the name of the file
 */
export async function exportCsv(name: string, noun: string, load: () => Promise<string>): Promise<void> {
  try {
    const text = await load();
    const file = csvFileName(noun, Date.now());
    saveFile(file, csvType(true), `${byteOrderMark}${text}`);
    showSuccess(`${name} exported to ${file}`);
  } catch (error) {
    showError(`Couldn't export the ${noun}`, error);
  }
}
