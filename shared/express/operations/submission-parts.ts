import { z } from 'zod'
import { flag, text } from '../json-schema.ts'

/** Parts that the drafts and answers of several submissions share. */

/** TransURL; SID and Cookie come from the keychain. Absent: not sent. */
export const transactionUrl = z.string().optional()

export const resultFields = {
  Success: flag,
  ErrorMessage: text,
  TransactionId: text,
  ClientTransactionId: text,
  RKTransactionId: text,
  RKTransactionMessage: text,
  TransactionState: text,
  TransactionReturnCode: text,
  TransactionData: text,
  HtmlTransactionConfirmation: flag,
  ClientId: text,
}

export const transaction = { type: 'string', description: 'Encoded transaction XML' }
