/** An account by name and ID. Redis Cloud names an account without its own name after the ID. */
export function accountText(name: string | null, id: string): string {
  if (!name) return `Account ${id}`;
  return name.includes(id) ? name : `${name} (${id})`;
}
