/** One field of a request; empty if nothing was typed. */
export const given = (
  name: string,
  value: string | number | null,
): Readonly<Record<string, string | number>> =>
  value === '' || value === null ? {} : { [name]: value }
