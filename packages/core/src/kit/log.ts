/** Writes one structured line for each event. `Fields` limits the fields of a line. */
export interface LogLines<Fields> {
  info: (message: string, fields?: Fields) => void;
  warn: (message: string, fields?: Fields) => void;
  error: (message: string, fields?: Fields) => void;
}
