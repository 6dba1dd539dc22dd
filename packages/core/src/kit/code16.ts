/*
 * A figure in 16 bits, with a relative error of at most 0.05 %. Codes below 2048 are the figure itself. Above, a code
 * is an exponent and eleven significant bits, like a small float. A larger figure never has a smaller code.
 */

/** The code of a figure that is not known. */
export const unknownCode = 65_535;

/** Figures below it are exact. It is also the end of the mantissa's range. */
const exactBelow = 2_048;
const leastMantissa = exactBelow / 2;
/** No figure of ours is larger. Its code is below `unknownCode`. */
const mostFigure = 2 ** 70;

/** The code of a figure. Null, negative figures and NaN are not known. */
export function toCode(given: number | null): number {
  if (given === null || !(given >= 0)) return unknownCode;
  const figure = Math.min(given, mostFigure);
  if (figure < exactBelow) return Math.round(figure);
  let exponent = Math.floor(Math.log2(figure)) - 10;
  // The logarithm of a figure just below a power of two is rounded up.
  if (figure / 2 ** exponent < leastMantissa) exponent -= 1;
  // A mantissa that is rounded up to 2048 is the next exponent's smallest, because 2048 is two times 1024.
  return exponent * leastMantissa + Math.round(figure / 2 ** exponent);
}

/** The figure of a code. It has at most eleven significant bits, so a JSON number holds it exactly. */
export function fromCode(code: number): number | null {
  if (code === unknownCode) return null;
  if (code < exactBelow) return code;
  const exponent = Math.floor(code / leastMantissa) - 1;
  return ((code % leastMantissa) + leastMantissa) * 2 ** exponent;
}
