/** A complete HTTP answer of the service. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A wrong field of a request. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** An answer with ready JSON text. */
export const jsonTextAnswer = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
})

export const jsonAnswer = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Answer => jsonTextAnswer(status, JSON.stringify(body), headers)

/** The service's Error Object. Its fields are not specified, so these are our own. */
export const errorAnswer = (
  status: number,
  message: string,
  errors: readonly FieldError[] = [],
  headers: Readonly<Record<string, string>> = {},
): Answer => jsonAnswer(status, { ErrorMessage: message, errors }, headers)

/** An error in the form of the gateway before such services. */
export const gatewayFault = (status: number, faultstring: string, errorcode: string): Answer =>
  jsonAnswer(
    status,
    { fault: { faultstring, detail: { errorcode } } },
    status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  )
