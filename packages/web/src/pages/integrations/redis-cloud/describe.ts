/** An account by name and ID. One without a name of its own is called after its ID by Redis Cloud already. */
export function accountText(name: string | null, id: string): string {
  if (!name) return `Account ${id}`;
  return name.includes(id) ? name : `${name} (${id})`;
}
