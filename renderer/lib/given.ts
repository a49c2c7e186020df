/** A field of a request, or none if nothing was typed. */
export const given = (
  name: string,
  value: string | number | null,
): Readonly<Record<string, string | number>> =>
  value === '' || value === null ? {} : { [name]: value }
