const gap = 6;
const edge = 8;

/**
 * Centers a fixed element below its anchor, or above it where there is not enough space. It stays inside the
 * window.
 */
export function placePopup(popup: HTMLElement, anchor: DOMRect): void {
  const { width, height } = popup.getBoundingClientRect();
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - height;
  const top = below + height + edge > innerHeight && above >= edge ? above : below;
  const wished = anchor.left + anchor.width / 2 - width / 2;
  const left = Math.min(wished, document.documentElement.clientWidth - edge - width);
  popup.style.top = `${top}px`;
  popup.style.left = `${Math.max(edge, left)}px`;
}
