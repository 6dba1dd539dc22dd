export function webIsStale(): boolean;
export function buildWeb(): Promise<number>;
