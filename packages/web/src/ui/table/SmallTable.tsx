import type { ReactNode } from "react";

interface SmallTableProps {
  /** Names the table. */
  caption: string;
  /** The first names the row, and the others are figures. */
  headers: readonly string[];
  /** The first cell of a row is its name. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
}

/** A few figures in rows. */
export const SmallTable = ({ caption, headers, rows }: SmallTableProps) => (
  <table className="w-full text-sm">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="border-b border-line text-muted">
        {headers.map((header, index) => (
          <th
            key={header}
            scope="col"
            className={`py-1 font-medium ${index === 0 ? "text-left" : "pl-3 text-right"}`}
          >
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([key, first, ...others]) => (
        <tr key={key} className="border-b border-line last:border-0">
          <th scope="row" className="py-1 text-left font-normal">
            {first}
          </th>
          {others.map((cell, index) => (
            // The columns never change their order.
            <td key={headers[index + 1]} className="figures py-1 pl-3 text-right">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
