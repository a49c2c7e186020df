import { ref } from 'vue'
import { expect, test } from 'vitest'
import { useDraftHistory } from '#renderer/workspace/forecast/draft-history.ts'

const typing = () => {
  const draft = ref({ age: '' })
  const history = useDraftHistory(draft, (value) => ({ ...value }))
  const type = (age: string): void => {
    draft.value.age = age
  }
  return { draft, history, type }
}

test('every input change can be undone and redone, even text typed before the first pause', () => {
  const { draft, history, type } = typing()
  expect(history.canUndo.value).toBe(false)
  type('64')
  expect(history.canUndo.value).toBe(true)
  history.note()
  type('65')
  history.undo()
  expect(draft.value.age).toBe('64')
  history.undo()
  expect(draft.value.age).toBe('')
  history.redo()
  history.redo()
  expect(draft.value.age).toBe('65')
  expect(history.canRedo.value).toBe(false)
})

test('redo does not overwrite text typed after an undo', () => {
  const { draft, history, type } = typing()
  type('64')
  history.note()
  history.undo()
  type('70')
  history.redo()
  expect(draft.value.age).toBe('70')
})
