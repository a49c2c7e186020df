import { expect, test } from 'vitest'
import { keyOf } from '#renderer/lib/key-of.ts'

const pressed = (key: string, code: string, isComposing = false) =>
  keyOf({ key, code, isComposing })

test.each([
  ['s', 'KeyS', 's'],
  ['S', 'KeyS', 's'],
  ['ы', 'KeyS', 's'],
  ['ד', 'KeyS', 's'],
  ['ს', 'KeyS', 's'],
  ['σ', 'KeyS', 's'],
  ['س', 'KeyS', 's'],
  // On a Dvorak and a French keyboard, the letter on the key counts, not its place.
  ['o', 'KeyS', 'o'],
  ['a', 'KeyQ', 'a'],
  ['é', 'Digit2', '2'],
  ['Enter', 'NumpadEnter', 'enter'],
  ['ArrowLeft', 'ArrowLeft', 'arrowleft'],
  ['?', 'Slash', '?'],
])('the key %s at %s is %s', (key, code, name) => {
  expect(pressed(key, code)).toBe(name)
})

test('a key pressed while a word is composed has no name', () => {
  expect(pressed('s', 'KeyS', true)).toBe('')
})
