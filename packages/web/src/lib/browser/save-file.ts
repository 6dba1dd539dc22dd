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
